import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { bucketsOf, STEP_MS, stepFor, toBuckets } from './stats.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const AT = Date.UTC(2026, 10, 24, 12, 0)
const counts = (success: number, failed: number, latencies: readonly [number, number][] = []) => ({
  success,
  failed,
  events: 0,
  latencies: new Map(latencies),
})

describe('the buckets of a time', () => {
  it('are all that touch it, oldest first, with the sums of what was counted in each', () => {
    const counted = [
      { at: AT, counts: counts(1, 0, [[3, 1]]) },
      { at: AT + 4 * MINUTE_MS, counts: counts(2, 1, [[3, 3]]) },
      { at: AT + 5 * MINUTE_MS, counts: counts(0, 7) },
    ]
    const range = { from: AT + 1, to: AT + 11 * MINUTE_MS, step: '5m' } as const
    expect(toBuckets(counted, [AT + 10 * MINUTE_MS, AT + 10 * MINUTE_MS + 7], range)).toEqual([
      { at: { $date: AT }, success: 3, failed: 1, pending: 0, p50Ms: 4, p95Ms: 4.9 },
      { at: { $date: AT + 5 * MINUTE_MS }, success: 0, failed: 7, pending: 0, p50Ms: null, p95Ms: null },
      { at: { $date: AT + 10 * MINUTE_MS }, success: 0, failed: 0, pending: 2, p50Ms: null, p95Ms: null },
    ])
    expect(toBuckets(counted, [], { from: AT, to: AT, step: '1m' })).toEqual([])
  })

  it('are few where nobody has said how long they are', () => {
    expect(stepFor({ from: AT - 3 * HOUR_MS, to: AT })).toBe('1m')
    expect(stepFor({ from: AT - 24 * HOUR_MS, to: AT })).toBe('5m')
    expect(stepFor({ from: AT - 7 * 24 * HOUR_MS, to: AT })).toBe('1h')
    expect(stepFor({ from: AT - 30 * 24 * HOUR_MS, to: AT })).toBe('6h')
    expect(stepFor({ from: 0, to: AT })).toBe('1d')
  })

  it('hold every delivery of their time once, whatever the step', () => {
    const step = fc.constantFrom(...(['1m', '5m', '15m', '1h'] as const))
    const times = fc.array(fc.nat(180), { maxLength: 50 })
    fc.assert(
      fc.property(step, times, (chosen, minutes) => {
        const counted = minutes.map(minute => ({ at: AT + minute * MINUTE_MS, counts: counts(1, 0) }))
        const range = { from: AT, to: AT + 181 * MINUTE_MS, step: chosen }
        const buckets = toBuckets(counted, [], range)
        expect(buckets).toHaveLength(bucketsOf(range, chosen))
        expect(buckets.reduce((sum, { success }) => sum + success, 0)).toBe(minutes.length)
        expect(buckets.every(({ at }) => at.$date % STEP_MS[chosen] === 0)).toBe(true)
      }),
    )
  })
})
