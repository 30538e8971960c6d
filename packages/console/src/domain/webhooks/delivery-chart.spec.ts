import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { CHART_BOX, deliveryChart, selectedTime, stepLength } from './delivery-chart.ts'

const bucket = fc.record({ success: fc.nat(100_000), failed: fc.nat(100_000), pending: fc.nat(1_000) })
const timed = (counts: readonly { success: number; failed: number; pending: number }[]) =>
  counts.map((count, at) => ({ ...count, at: { $date: at * 60_000 } }))

describe('a chart of deliveries', () => {
  it('stays in its box; what was delivered lies above the line, the rest below', () => {
    fc.assert(
      fc.property(fc.array(bucket, { maxLength: 60 }), counts => {
        const { line, bars } = deliveryChart(timed(counts))
        for (const { side, y, height } of bars) {
          expect(y).toBeGreaterThanOrEqual(-LEEWAY)
          expect(y + height).toBeLessThanOrEqual(CHART_BOX.height + LEEWAY)
          expect(side === 'success').toBe(y < line)
        }
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

  it.each([
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
  ])('has steps of %s, which are %i ms', (step, ms) => {
    expect(stepLength(step)).toBe(ms)
  })
})

/** Counts beyond zero are seen, be they small beside the others. */
const LEEWAY = 5
