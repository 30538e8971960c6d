import { sparkBars } from '../domain/webhooks/spark-bars.ts'
import styles from './spark-line.module.css'

type SparkLineProps = {
  /** What it shows, in a sentence. */
  says: string
  bars: readonly { up: number; down: number }[]
}

const [WIDTH, HEIGHT] = [96, 24]

/** A row of bars: what went well rises above the line, what failed hangs below it. */
export function SparkLine({ says, bars }: SparkLineProps) {
  const { line, shapes } = sparkBars(bars, { width: WIDTH, height: HEIGHT })
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img">
      <title>{says}</title>
      {shapes.map(({ key, side, ...shape }) => (
        <rect key={key} className={styles[side]} {...shape} />
      ))}
      <rect className={styles.line} x={0} y={line} width={WIDTH} height={1} />
    </svg>
  )
}
