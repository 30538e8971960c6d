import { sparkBars } from '../domain/webhooks/spark-bars.ts'
import styles from './spark-line.module.css'

type SparkLineProps = {
  /** What it shows, in a sentence. */
  says: string
  bars: readonly { up: number; down: number }[]
  /** It takes the whole width of its place, as a chart by itself does. */
  isWide?: boolean
}

const SMALL = { width: 96, height: 24 }
const WIDE = { width: 480, height: 72 }

/** A row of bars: what went well rises above the line, what failed hangs below it. */
export function SparkLine({ says, bars, isWide }: SparkLineProps) {
  const size = isWide ? WIDE : SMALL
  const { line, shapes } = sparkBars(bars, size)
  const { width, height } = size
  return (
    <svg
      className={isWide ? styles.wide : styles.spark}
      viewBox={`0 0 ${width} ${height}`}
      {...(!isWide && size)}
      role="img"
    >
      <title>{says}</title>
      {shapes.map(({ key, side, ...shape }) => (
        <rect key={key} className={styles[side]} {...shape} />
      ))}
      <rect className={styles.line} x={0} y={line} width={width} height={1} />
    </svg>
  )
}
