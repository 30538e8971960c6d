type CountedTime = { at: { $date: number }; success: number; failed: number; pending: number }

/** The columns of a chart: times in epoch seconds, what rises above the zero line, what hangs below it, and what hangs below that. */
export type ChartColumns = [times: number[], delivered: number[], failed: number[], pending: number[]]

/** Counts beyond zero are seen, be they small beside the others: they are drawn as this part of the whole height at least. */
const LEAST_SHARE = 0.02

export function chartColumns(buckets: readonly CountedTime[]): ChartColumns {
  const { most, least } = chartBounds(buckets)
  const shortest = (most + least) * LEAST_SHARE
  const tall = (count: number) => (count === 0 ? 0 : Math.max(count, shortest))
  const below = (height: number) => (height === 0 ? 0 : -height)
  return [
    buckets.map(({ at }) => at.$date / 1_000),
    buckets.map(({ success }) => tall(success)),
    buckets.map(({ failed }) => below(tall(failed))),
    buckets.map(({ failed, pending }) => (pending === 0 ? 0 : below(tall(failed) + tall(pending)))),
  ]
}

/** How far a chart reaches above and below its zero line, in deliveries. */
function chartBounds(buckets: readonly CountedTime[]): { most: number; least: number } {
  const most = Math.max(0, ...buckets.map(({ success }) => success))
  const least = Math.max(0, ...buckets.map(({ failed, pending }) => failed + pending))
  return { most, least }
}

const ROOM = 1.08

/** The ends of the axis of counts, with room for what stands at them; a chart without anything has its zero line at the bottom. */
export function countRange(lowest: number | null, highest: number | null): [number, number] {
  const [low, high] = [Math.min(0, lowest ?? 0), Math.max(0, highest ?? 0)]
  if (low === 0 && high === 0) return [0, 1]
  return [low * ROOM, high === 0 ? -low * (ROOM - 1) : high * ROOM]
}

/** The time that a part of the chart stands for: from the first bucket of it to the end of the last one, in epoch ms. */
export function selectedTime(
  buckets: readonly CountedTime[],
  { start, end, stepMs }: { start: number; end: number; stepMs: number },
): { from: number; to: number } | undefined {
  const place = (fraction: number) => Math.max(0, Math.min(buckets.length - 1, Math.floor(fraction * buckets.length)))
  const first = buckets[place(Math.min(start, end))]
  const last = buckets[place(Math.max(start, end))]
  return first && last && { from: first.at.$date, to: last.at.$date + stepMs }
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** How long a step of counts is: `5m` is 300,000 ms. */
export const stepLength = (step: string): number => Number.parseInt(step, 10) * (UNIT_MS[step.slice(-1)] ?? 60_000)

type ChartSide = 'success' | 'failed' | 'pending'

export const sumOf = (buckets: readonly CountedTime[], side: ChartSide): number =>
  buckets.reduce((sum, bucket) => sum + bucket[side], 0)

/** Says a chart in a sentence, for those who can't see it. */
export function chartSentence(buckets: readonly CountedTime[], step: string, locale?: string): string {
  const [delivered, failed, pending] = (['success', 'failed', 'pending'] as const).map(side =>
    sumOf(buckets, side).toLocaleString(locale),
  )
  return `Deliveries, each bar ${step}: ${delivered} delivered, ${failed} failed, ${pending} wait.`
}
