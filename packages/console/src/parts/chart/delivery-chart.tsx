import type { CountBucket } from '../../api/webhooks.ts'
import { exactTime } from '../../domain/times.ts'
import { chartSentence, sumOf } from '../../domain/webhooks/delivery-chart.ts'
import { ofChunk } from '../../of-chunk.tsx'
import styles from './chart.module.css'
import { ChartBoundary } from './chart-boundary.tsx'
import legend from './legend.module.css'
import type { PlotProps } from './plot-props.ts'

const SIDES = [
  { side: 'success', word: 'Delivered' },
  { side: 'failed', word: 'Failed' },
  { side: 'pending', word: 'Pending' },
] as const

const PlotCanvas = ofChunk(async () => (await import('./plot-canvas.tsx')).PlotCanvas)

type DeliveryChartProps = PlotProps & {
  /** The table stands instead of the chart. */
  isTable?: boolean
}

/**
 * Deliveries by time: what was delivered rises above the zero line, what failed or waits hangs below it. Drawing over a part selects
 * its time, where it is asked for; fields beside it do the same. A sentence and a table say it to those who do not see it.
 */
export function DeliveryChart({ stats, onSelect, isTable }: DeliveryChartProps) {
  const table = <CountTable buckets={stats.buckets} />
  if (isTable) return <div className={styles.table}>{table}</div>
  return (
    <ChartBoundary
      instead={
        <div className={styles.table}>
          <p className="small quiet">The chart can’t be drawn in this browser; the table says the same.</p>
          {table}
        </div>
      }
    >
      <figure className={styles.figure}>
        <div className={styles.frame} role="img" aria-label={chartSentence(stats.buckets, stats.step)}>
          <PlotCanvas stats={stats} onSelect={onSelect} />
        </div>
        <div className="hidden-text">{table}</div>
      </figure>
    </ChartBoundary>
  )
}

/** What the colours mean; with the sums, where nothing else says them. */
export function ChartLegend({ buckets }: { buckets?: readonly CountBucket[] }) {
  return (
    <ul className={legend.legend}>
      {SIDES.map(({ side, word }) => (
        <li key={side}>
          <svg width={8} height={8} aria-hidden="true">
            <rect className={styles[side]} width={8} height={8} rx={2} />
          </svg>
          {word} {buckets && <span className="figures">{sumOf(buckets, side).toLocaleString()}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The times at which anything was delivered, failed, or waits. */
function CountTable({ buckets }: { buckets: readonly CountBucket[] }) {
  const told = buckets.filter(({ success, failed, pending }) => success + failed + pending > 0)
  return (
    <table>
      <caption>Deliveries by time</caption>
      <thead>
        <tr>
          <th>Time</th>
          {SIDES.map(({ side, word }) => (
            <th key={side}>{word}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {told.map(bucket => (
          <tr key={bucket.at.$date}>
            <td>{exactTime(bucket.at.$date)}</td>
            {SIDES.map(({ side }) => (
              <td key={side}>{bucket[side].toLocaleString()}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
