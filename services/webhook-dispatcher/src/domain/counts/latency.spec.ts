import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { bucketOf, quantile } from './latency.ts'

const gathered = (durations: readonly number[]) => {
  const latencies = new Map<number, number>()
  for (const duration of durations) {
    const bucket = bucketOf(duration)
    latencies.set(bucket, (latencies.get(bucket) ?? 0) + 1)
  }
  return latencies
}

describe('a quantile of counted durations', () => {
  it('is in the bucket of the one that it stands for, whatever was counted', () => {
    const durations = fc.array(fc.double({ min: 0, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const sorted = all.toSorted((one, other) => one - other)
        const rank = Math.max(1, Math.ceil(Math.max(1, share * all.length) - 1e-9))
        const exact = sorted[rank - 1] ?? Number.NaN
        const read = quantile(gathered(all), share) ?? Number.NaN
        expect(Math.abs(bucketOf(read) - bucketOf(exact))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('rises with the share, and is none where nothing was counted', () => {
    const latencies = gathered([1, 2, 40, 40, 45, 900, 61_000])
    const shares = [0, 0.2, 0.5, 0.8, 0.95, 1].map(share => quantile(latencies, share) ?? -1)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(60_000)
    expect(quantile(new Map(), 0.5)).toBeUndefined()
  })
})
