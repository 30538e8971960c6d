import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { chartColumns, chartSentence, countRange, selectedTime, stepLength } from './delivery-chart.ts'

const bucket = fc.record({ success: fc.nat(100_000), failed: fc.nat(100_000), pending: fc.nat(1_000) })
const timed = (counts: readonly { success: number; failed: number; pending: number }[]) =>
  counts.map((count, at) => ({ ...count, at: { $date: at * 60_000 } }))

describe('a chart of deliveries', () => {
  it('has what was delivered above the zero line and the rest below it; what is beyond zero is seen', () => {
    fc.assert(
      fc.property(fc.array(bucket, { maxLength: 60 }), counts => {
        const [, delivered, failed, pending] = chartColumns(timed(counts))
        counts.forEach((count, at) => {
          expect((delivered[at] ?? 0) >= count.success).toBe(true)
          expect((failed[at] ?? 0) <= -count.failed).toBe(true)
          expect((delivered[at] ?? 0) > 0).toBe(count.success > 0)
          expect((failed[at] ?? 0) < 0).toBe(count.failed > 0)
          expect((pending[at] ?? 0) < (failed[at] ?? 0)).toBe(count.pending > 0)
        })
      }),
    )
  })

  it('has an axis that holds zero and what is drawn, and is never without a length', () => {
    const end = fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }))
    fc.assert(
      fc.property(end, end, (lowest, highest) => {
        const [low, high] = countRange(lowest, highest)
        expect(low).toBeLessThanOrEqual(Math.min(0, lowest ?? 0))
        expect(high).toBeGreaterThanOrEqual(Math.max(0, highest ?? 0))
        expect(high).toBeGreaterThan(low)
      }),
    )
  })

  it('gives the time that a part of it stands for, whichever way it was drawn', () => {
    const buckets = timed(Array.from({ length: 10 }, () => ({ success: 1, failed: 0, pending: 0 })))
    const wanted = { from: 120_000, to: 300_000 }
    expect(selectedTime(buckets, { start: 0.21, end: 0.45, stepMs: 60_000 })).toEqual(wanted)
    expect(selectedTime(buckets, { start: 0.45, end: 0.21, stepMs: 60_000 })).toEqual(wanted)
    expect(selectedTime([], { start: 0, end: 1, stepMs: 60_000 })).toBeUndefined()
  })

  it('is said in a sentence', () => {
    const buckets = timed([
      { success: 1_000, failed: 2, pending: 0 },
      { success: 348, failed: 36, pending: 16 },
    ])
    expect(chartSentence(buckets, '15m', 'en')).toBe('Deliveries, each bar 15m: 1,348 delivered, 38 failed, 16 wait.')
  })

  it.each([
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
  ])('has steps of %s, which are %i ms', (step, ms) => {
    expect(stepLength(step)).toBe(ms)
  })
})
