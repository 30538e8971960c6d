import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { nextAttemptAt, readRetryAfter } from './retry.ts'

const at = new Date('2026-11-22T08:00:00Z')
const policy = { attempts: 5, schedule: [5, 60] }
const failed = (made: number, retryAfter?: string) => ({ made, retryAfter, at })
const pauseOf = (made: number, random = 0, retryAfter?: string) => {
  const next = nextAttemptAt(policy, failed(made, retryAfter), random)
  return next && next.getTime() - at.getTime()
}

describe('the next attempt', () => {
  it('comes after the pauses of the schedule, the last of which repeats, until all are made', () => {
    expect([1, 2, 3, 4, 5, 6].map(made => pauseOf(made))).toEqual([5000, 60_000, 60_000, 60_000, undefined, undefined])
  })

  it('does not come without a policy', () => {
    expect(nextAttemptAt(undefined, failed(1), 0)).toBeUndefined()
  })

  it('is never earlier than the schedule, and at most a fifth later', () => {
    const made = fc.integer({ min: 1, max: 4 })
    fc.assert(
      fc.property(made, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (number, random) => {
        const pause = pauseOf(number, random) ?? -1
        const least = pauseOf(number) ?? 0
        return pause >= least && pause <= least * 1.2
      }),
    )
  })

  it('is not before the target wants it, nor before the schedule, and within a day', () => {
    expect(pauseOf(1, 0, '30')).toBe(30_000)
    expect(pauseOf(2, 0, '30')).toBe(60_000)
    expect(pauseOf(1, 0, 'Sun, 22 Nov 2026 08:02:00 GMT')).toBe(120_000)
    expect(pauseOf(1, 0, '99999999999999999999')).toBe(24 * 3_600_000)
  })
})

describe('Retry-After', () => {
  it.each<[string, number]>([
    ['0', 0],
    [' 120 ', 120_000],
    ['Sun, 22 Nov 2026 08:00:10 GMT', 10_000],
    ['Sunday, 22-Nov-26 08:00:10 GMT', 10_000],
    ['Sun, 22 Nov 2026 07:00:00 GMT', 0],
    ['Sun, 22 Nov 2099 07:00:00 GMT', 24 * 3_600_000],
  ])('%j is read', (text, ms) => {
    expect(readRetryAfter(text, at)).toBe(ms)
  })

  it.each([undefined, '', '-5', '1.5', '5s', 'tomorrow', '2026-11-22T08:00:10Z', 'Sun, 99 Nov 2026 08:00:10 GMT'])(
    '%j says nothing',
    text => {
      expect(readRetryAfter(text, at)).toBeUndefined()
    },
  )

  it('is never below nothing and never above a day, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const ms = readRetryAfter(text, at)
        return ms === undefined || (ms >= 0 && ms <= 24 * 3_600_000)
      }),
    )
  })
})
