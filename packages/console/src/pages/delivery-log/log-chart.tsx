import { type PointerEvent, useState } from 'react'
import type { CountBucket, HookStats } from '../../api/webhooks.ts'
import { exactTime, moment } from '../../domain/times.ts'
import { CHART_BOX, deliveryChart, selectedTime, stepLength } from '../../domain/webhooks/delivery-chart.ts'
import styles from './log.module.css'

type LogChartProps = { stats: HookStats; onSelect(time: { from: number; to: number }): void }

const SIDES = ['success', 'failed', 'pending'] as const

/** Deliveries by time. Drawing over a part selects its time; the fields beside it do the same. */
export function LogChart({ stats: { buckets, step }, onSelect }: LogChartProps) {
  const [drawn, setDrawn] = useState<{ start: number; end: number }>()
  const { line, bars } = deliveryChart(buckets)
  const stepMs = stepLength(step)
  const select = () => {
    const time = drawn && selectedTime(buckets, { ...drawn, stepMs })
    setDrawn(undefined)
    if (time) onSelect(time)
  }
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${CHART_BOX.width} ${CHART_BOX.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerDown={event => setDrawn({ start: placeOf(event), end: placeOf(event) })}
        onPointerMove={event => drawn && setDrawn({ ...drawn, end: placeOf(event) })}
        onPointerUp={select}
        onPointerLeave={() => setDrawn(undefined)}
      >
        {drawn && (
          <rect
            className={styles.drawn}
            x={Math.min(drawn.start, drawn.end) * CHART_BOX.width}
            width={Math.abs(drawn.end - drawn.start) * CHART_BOX.width}
            height={CHART_BOX.height}
          />
        )}
        {bars.map(({ key, side, ...bar }) => (
          <rect key={key} className={styles[side]} {...bar} />
        ))}
        <rect className={styles.zero} y={line} width={CHART_BOX.width} height={1} />
      </svg>
      <ChartTimes buckets={buckets} stepMs={stepMs} />
      <CountTable buckets={buckets} />
    </figure>
  )
}

/** How far to the right of the chart the pointer is, from 0 to 1. */
function placeOf({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)))
}

function ChartTimes({ buckets, stepMs }: { buckets: readonly CountBucket[]; stepMs: number }) {
  const first = buckets[0]?.at.$date
  const last = buckets.at(-1)?.at.$date
  if (first === undefined || last === undefined) return null
  const times = [first, (first + last + stepMs) / 2, last + stepMs]
  return (
    <div className={styles.times} aria-hidden="true">
      {times.map(at => (
        <span key={at}>{moment(at, last)}</span>
      ))}
    </div>
  )
}

const sumOf = (buckets: readonly CountBucket[], side: (typeof SIDES)[number]): number =>
  buckets.reduce((sum, bucket) => sum + bucket[side], 0)

/** What the colours mean, with the sums. */
export function ChartLegend({ buckets }: { buckets: readonly CountBucket[] }) {
  return (
    <ul className={styles.legend}>
      {SIDES.map(side => (
        <li key={side}>
          <svg width={8} height={8} aria-hidden="true">
            <rect className={styles[side]} width={8} height={8} rx={2} />
          </svg>
          {side} <span className="figures">{sumOf(buckets, side).toLocaleString()}</span>
        </li>
      ))}
    </ul>
  )
}

/** The same for those who do not see the chart: the times at which anything was delivered. */
function CountTable({ buckets }: { buckets: readonly CountBucket[] }) {
  const told = buckets.filter(({ success, failed, pending }) => success + failed + pending > 0)
  return (
    <div className="hidden-text">
      <table>
        <caption>Deliveries by time</caption>
        <thead>
          <tr>
            <th>Time</th>
            {SIDES.map(side => (
              <th key={side}>{side}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {told.map(bucket => (
            <tr key={bucket.at.$date}>
              <td>{exactTime(bucket.at.$date)}</td>
              {SIDES.map(side => (
                <td key={side}>{bucket[side]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
