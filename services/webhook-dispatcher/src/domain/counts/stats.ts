import type { CountedBucket } from '@sluice/contracts'
import { quantile } from './latency.ts'
import type { Counts } from './tally.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const STEP_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': 24 * HOUR_MS,
} as const
export type CountStep = keyof typeof STEP_MS

/** Buckets that are shown where nobody has said how long they are. */
const ENOUGH_BUCKETS = 300

/** `from` <= time of the event < `to`, epoch ms. */
export type CountRange = { from: number; to: number }

/** How many buckets there are, also where the first and the last stand out of the range. */
export const bucketsOf = ({ from, to }: CountRange, step: CountStep): number =>
  from < to ? Math.ceil(to / STEP_MS[step]) - Math.floor(from / STEP_MS[step]) : 0

/** The shortest step that gives few enough buckets. */
export function stepFor(range: CountRange): CountStep {
  const steps: readonly CountStep[] = ['1m', '5m', '15m', '1h', '6h']
  return steps.find(step => bucketsOf(range, step) <= ENOUGH_BUCKETS) ?? '1d'
}

/** `at`: epoch ms. */
export type CountedAt = { at: number; counts: Counts }

/**
 * The buckets of a range, oldest first, those without deliveries too.
 * @param pending times (epoch ms) of the events whose deliveries wait
 */
export function toBuckets(
  counted: readonly CountedAt[],
  pending: readonly number[],
  { from, to, step }: CountRange & { step: CountStep },
): CountedBucket[] {
  const ms = STEP_MS[step]
  const first = Math.floor(from / ms)
  const ofBucket = Map.groupBy(counted, ({ at }) => Math.floor(at / ms))
  const waiting = Map.groupBy(pending, at => Math.floor(at / ms))
  return Array.from({ length: bucketsOf({ from, to }, step) }, (_, index) => {
    const bucket = first + index
    const { success, failed, latencies } = sumOf(ofBucket.get(bucket) ?? [])
    return {
      at: { $date: bucket * ms },
      success,
      failed,
      pending: waiting.get(bucket)?.length ?? 0,
      p50Ms: quantile(latencies, 0.5) ?? null,
      p95Ms: quantile(latencies, 0.95) ?? null,
    }
  })
}

export function sumOf(counted: readonly Pick<CountedAt, 'counts'>[]): Counts {
  const sum: Counts = { success: 0, failed: 0, events: 0, latencies: new Map() }
  for (const { counts } of counted) {
    sum.success += counts.success
    sum.failed += counts.failed
    sum.events += counts.events
    for (const [bucket, count] of counts.latencies) sum.latencies.set(bucket, (sum.latencies.get(bucket) ?? 0) + count)
  }
  return sum
}
