import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { FAILURES_TO_OPEN, FIRST_BACKOFF_MS, type TargetHealth } from '../domain/execution/breaker.ts'
import { createBreakers } from './breakers.ts'

function observed(maxTargets?: number) {
  let [at, openings] = [0, 0]
  const logger = createLogger({ service: 'test', level: 'silent' })
  const opened = () => {
    openings += 1
  }
  const breakers = createBreakers({ logger, opened, now: () => at, ...(maxTargets ? { maxTargets } : {}) })
  return {
    breakers,
    openings: () => openings,
    pass(ms: number) {
      at += ms
    },
    attempt(target: string, health: TargetHealth, times = 1) {
      for (let made = 0; made < times; made += 1) breakers.enter(target)?.(health)
    },
  }
}

describe('the breakers of all targets', () => {
  it('keep one target from being asked, and no other', () => {
    const { breakers, attempt, openings } = observed()
    attempt('ill', 'unwell', 3 * FAILURES_TO_OPEN)
    attempt('fine', 'unwell', FAILURES_TO_OPEN - 1)
    expect([breakers.room('ill'), breakers.room('fine'), breakers.room('new')]).toEqual([
      0,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ])
    expect([breakers.open(), openings()]).toEqual([1, 1])
  })

  it('let one through at a time to see how it is', () => {
    const { breakers, attempt, pass } = observed()
    attempt('ill', 'unwell', FAILURES_TO_OPEN)
    pass(FIRST_BACKOFF_MS)
    expect(breakers.room('ill')).toBe(1)
    const report = breakers.enter('ill')
    expect([breakers.room('ill'), breakers.enter('ill')]).toEqual([0, undefined])
    report?.('well')
    expect([breakers.room('ill'), breakers.open()]).toEqual([Number.POSITIVE_INFINITY, 0])
  })

  it('are closed by the answer to one that was under way when they opened', () => {
    const { breakers, attempt } = observed()
    const early = breakers.enter('ill')
    attempt('ill', 'unwell', FAILURES_TO_OPEN)
    expect(breakers.room('ill')).toBe(0)
    early?.('well')
    expect(breakers.room('ill')).toBe(Number.POSITIVE_INFINITY)
  })

  it('are of a bounded number of targets: the one that failed least lately is forgotten', () => {
    const { breakers, attempt } = observed(2)
    for (const target of ['a', 'b', 'c']) attempt(target, 'unwell', FAILURES_TO_OPEN)
    expect(breakers.open()).toBe(2)
    expect(['a', 'b', 'c'].map(target => breakers.room(target))).toEqual([Number.POSITIVE_INFINITY, 0, 0])
  })
})
