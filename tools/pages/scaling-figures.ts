import type { BenchmarkRecord } from '@sluice/bench/results'

export type ScalingRecords = readonly BenchmarkRecord[]

class MissingFigureError extends Error {
  override name = 'MissingFigureError'
}

/** @throws MissingFigureError */
export function recordOf(records: ScalingRecords, benchmark: string): BenchmarkRecord {
  const record = records.find(one => one.benchmark === benchmark)
  if (!record) throw new MissingFigureError(`There are no results of ${benchmark}. Run: npm run bench -- ${benchmark}`)
  return record
}

/** @throws MissingFigureError */
export function figureIn({ benchmark, figures }: BenchmarkRecord, name: string): number {
  const value = figures.find(figure => figure.name === name)?.value ?? undefined
  if (value === undefined) throw new MissingFigureError(`The results of ${benchmark} have no figure "${name}".`)
  return value
}
