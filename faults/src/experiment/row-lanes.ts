import { mayShareStage } from './create-stages.ts'
import type { FaultMatrixRow } from './row.ts'

/** Rows that are run one after another, those that may share a stage as one series where stages are shared. */
type RowSeries = readonly FaultMatrixRow[]

type LanesOptions = {
  /** How many series are run at once. */
  lanes: number
  isShared: boolean
  /** Runs a series in one lane. */
  run(series: RowSeries): Promise<void>
}

/** Runs rows in lanes, each series in the first lane that is free; then, one by one, those rows that compare times. */
export async function runInLanes(
  rows: readonly FaultMatrixRow[],
  { lanes, isShared, run }: LanesOptions,
): Promise<void> {
  const waiting = toSeries(
    rows.filter(({ comparesTimes }) => !comparesTimes),
    isShared,
  )
  const runLane = async () => {
    for (let series = waiting.shift(); series; series = waiting.shift()) await run(series)
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  for (const row of rows.filter(({ comparesTimes }) => comparesTimes)) await run([row])
}

function toSeries(rows: readonly FaultMatrixRow[], isShared: boolean): RowSeries[] {
  if (!isShared) return rows.map(row => [row])
  const sharing = rows.filter(mayShareStage)
  const others = rows.filter(row => !mayShareStage(row)).map(row => [row])
  return sharing.length > 0 ? [sharing, ...others] : others
}
