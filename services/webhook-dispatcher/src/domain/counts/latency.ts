/** The greatest of each bucket, in ms; what is above the last has a bucket of its own. */
const BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000,
  15_000, 20_000, 30_000, 60_000,
]
const LAST_BUCKET = BOUNDS_MS.length

/** How many durations fell into each bucket, by its number. */
export type Latencies = ReadonlyMap<number, number>

export function bucketOf(durationMs: number): number {
  const found = BOUNDS_MS.findIndex(bound => durationMs <= bound)
  return found === -1 ? LAST_BUCKET : found
}

/**
 * The duration that this share of all is not above, read between the ends of its bucket, which are half as far apart again at most
 * (twice, below 2 ms and above 30 s).
 * @param share from 0 to 1. @returns undefined where there are none
 */
export function quantile(latencies: Latencies, share: number): number | undefined {
  const total = [...latencies.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const wanted = Math.max(1, share * total)
  let before = 0
  for (const [bucket, count] of [...latencies].sort(([one], [other]) => one - other)) {
    if (before + count >= wanted) return within(bucket, (wanted - before) / count)
    before += count
  }
  return BOUNDS_MS.at(-1)
}

function within(bucket: number, part: number): number {
  const low = BOUNDS_MS[bucket - 1] ?? 0
  const high = BOUNDS_MS[bucket] ?? low
  return Math.round((low + (high - low) * part) * 10) / 10
}
