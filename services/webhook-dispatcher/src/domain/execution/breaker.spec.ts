import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  afterAttempt,
  type Breaker,
  CLOSED,
  FAILURES_TO_OPEN,
  FAILURES_WITHIN_MS,
  FIRST_BACKOFF_MS,
  MAX_BACKOFF_MS,
  passage,
  probing,
  type TargetHealth,
} from './breaker.ts'

const failing = (breaker: Breaker, now: number) => afterAttempt(breaker, { health: 'unwell', isProbe: false }, now)
const opened = Array.from({ length: FAILURES_TO_OPEN }).reduce<Breaker>(breaker => failing(breaker, 0), CLOSED)

describe('the breaker of a target', () => {
  it('opens at the tenth failure in a row, and not before', () => {
    const nearly = Array.from({ length: FAILURES_TO_OPEN - 1 }).reduce<Breaker>(breaker => failing(breaker, 0), CLOSED)
    expect(passage(nearly, 0)).toBe('all')
    expect(passage(failing(nearly, 0), 0)).toBe('none')
  })

  it('stays closed where an answer comes in between, or the failures are more than a minute apart', () => {
    const mixed = Array.from({ length: 50 }).reduce<Breaker>((breaker, _, index) => {
      const health = index % FAILURES_TO_OPEN === 0 ? 'well' : 'unwell'
      return afterAttempt(breaker, { health, isProbe: false }, 0)
    }, CLOSED)
    const rare = Array.from({ length: 50 }).reduce<Breaker>(
      (breaker, _, index) => failing(breaker, index * (FAILURES_WITHIN_MS / (FAILURES_TO_OPEN - 1) + 1)),
      CLOSED,
    )
    expect([passage(mixed, 0), passage(rare, 0)]).toEqual(['all', 'all'])
  })

  it('lets one through after its pause, twice as long each time up to a minute, and all when that one is answered', () => {
    let [breaker, now] = [opened, 0]
    for (let pause = FIRST_BACKOFF_MS; pause < 4 * MAX_BACKOFF_MS; pause *= 2) {
      const expected = Math.min(pause, MAX_BACKOFF_MS)
      expect(passage(breaker, now + expected - 1)).toBe('none')
      now += expected
      expect(passage(breaker, now)).toBe('one')
      breaker = probing(breaker)
      expect(passage(breaker, now + 1_000_000)).toBe('none')
      breaker = afterAttempt(breaker, { health: 'unwell', isProbe: true }, now)
    }
    now += MAX_BACKOFF_MS
    breaker = afterAttempt(probing(breaker), { health: 'well', isProbe: true }, now)
    expect(breaker).toEqual(CLOSED)
  })

  it('lets another one through when the first has said nothing', () => {
    const after = afterAttempt(probing(opened), { health: 'unknown', isProbe: true }, FIRST_BACKOFF_MS)
    expect(passage(after, FIRST_BACKOFF_MS)).toBe('one')
  })

  it('never lets a second one through beside a probe, and is closed by every answer, whatever has happened', () => {
    const steps = fc.array(
      fc.record({
        wait: fc.integer({ min: 0, max: 2 * MAX_BACKOFF_MS }),
        health: fc.constantFrom<TargetHealth>('well', 'unwell', 'unknown'),
        isLate: fc.boolean(),
      }),
      { maxLength: 80 },
    )
    fc.assert(
      fc.property(steps, sequence => {
        let [breaker, now]: [Breaker, number] = [CLOSED, 0]
        for (const { wait, health, isLate } of sequence) {
          now += wait
          const open = passage(breaker, now)
          const isProbe = open === 'one' && !isLate
          if (isProbe) breaker = probing(breaker)
          if (isProbe && passage(breaker, now + wait) !== 'none') return false
          breaker = afterAttempt(breaker, { health, isProbe }, now)
          if (health === 'well' && passage(breaker, now) !== 'all') return false
          if (breaker.kind === 'open' && breaker.until - now > MAX_BACKOFF_MS) return false
        }
        return true
      }),
    )
  })
})
