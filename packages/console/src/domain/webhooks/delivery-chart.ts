type CountedTime = { at: { $date: number }; success: number; failed: number; pending: number }

type ChartBar = {
  key: string
  side: 'success' | 'failed' | 'pending'
  x: number
  y: number
  width: number
  height: number
}

/** A chart in a box of 1,000 by 100: what was delivered rises above the line, what failed or waits hangs below it. */
export type DeliveryChart = { line: number; bars: readonly ChartBar[]; most: number; least: number }

export const CHART_BOX = { width: 1_000, height: 100 }
const LEAST_HEIGHT = 2
const FILLED = 0.8

export function deliveryChart(buckets: readonly CountedTime[]): DeliveryChart {
  const most = Math.max(0, ...buckets.map(({ success }) => success))
  const least = Math.max(0, ...buckets.map(({ failed, pending }) => failed + pending))
  const line = lineFor(most, least)
  const step = CHART_BOX.width / Math.max(1, buckets.length)
  const scale = Math.min(most ? (line - 1) / most : Infinity, least ? (CHART_BOX.height - line - 1) / least : Infinity)
  const tall = (count: number) => (count === 0 ? 0 : Math.max(LEAST_HEIGHT, count * scale))
  const bars = buckets.flatMap(({ success, failed, pending }, at) => {
    const place = { x: at * step + (step * (1 - FILLED)) / 2, width: step * FILLED }
    const [up, down, waits] = [tall(success), tall(failed), tall(pending)]
    return [
      { key: `${at}s`, side: 'success' as const, ...place, y: line - up, height: up },
      { key: `${at}f`, side: 'failed' as const, ...place, y: line + 1, height: down },
      { key: `${at}p`, side: 'pending' as const, ...place, y: line + 1 + down, height: waits },
    ].filter(({ height }) => height > 0)
  })
  return { line, bars, most, least }
}

/** Places the zero line so that one scale serves both sides, and neither is squeezed to nothing. */
function lineFor(most: number, least: number): number {
  if (least === 0) return CHART_BOX.height - 4
  if (most === 0) return 4
  const share = most / (most + least)
  return Math.round(CHART_BOX.height * Math.max(0.15, Math.min(0.85, share)))
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
