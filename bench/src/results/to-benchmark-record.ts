import type { Figure } from '../figure.ts'
import type { BenchmarkRecord, RecordedFigure } from './benchmark-record.ts'

/** More digits than these differ from one run to the next. */
const DIGITS = 4

/** Turns what a benchmark has measured into what is kept of it. */
export function toBenchmarkRecord(
  benchmark: string,
  figures: readonly Figure[],
  { date, ...circumstances }: Omit<BenchmarkRecord, 'benchmark' | 'figures' | 'date' | 'note'> & { date: Date },
): BenchmarkRecord {
  const names = figures.map(({ name }) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new SameNameError(`Two figures of ${benchmark} have one name: ${twice.join(', ')}`)
  return {
    benchmark,
    date: date.toISOString().slice(0, 10),
    ...circumstances,
    figures: figures.map(({ range, profiles, ...figure }) => ({
      ...figure,
      ...(profiles && { profiles: [...profiles] }),
      value: recorded(figure.value),
      range: rangeOf(range),
    })),
  }
}

class SameNameError extends Error {
  override name = 'SameNameError'
}

const recorded = (value: number): number | null => (Number.isFinite(value) ? rounded(value) : null)

const rounded = (value: number): number => Number(value.toPrecision(DIGITS))

const rangeOf = (range: Figure['range']): RecordedFigure['range'] =>
  range?.every(Number.isFinite) ? [rounded(range[0]), rounded(range[1])] : undefined
