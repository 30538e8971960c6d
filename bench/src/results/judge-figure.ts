import type { RecordedFigure } from './benchmark-record.ts'

class UnknownBarError extends Error {
  override name = 'UnknownBarError'
}

const COMPARISONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '≤': (value, limit) => value <= limit,
  '<': (value, limit) => value < limit,
  '≥': (value, limit) => value >= limit,
  '>': (value, limit) => value > limit,
  '': (value, limit) => value === limit,
}

/** Says whether a figure is at its bar. A figure without a value is not; one without a bar has no verdict. */
export function judgeFigure({
  name,
  value,
  bar,
}: Pick<RecordedFigure, 'name' | 'value' | 'bar'>): 'at its bar' | 'missed' | 'no bar' {
  if (bar === '') return 'no bar'
  const [, sign = '', limit] = /^([≤<≥>]?) ?(\d[\d,]*(?:\.\d+)?)$/.exec(bar) ?? []
  const compare = COMPARISONS[sign]
  if (limit === undefined || !compare) throw new UnknownBarError(`${name}: "${bar}" is no bar like "≤ 10" or "0".`)
  return value !== null && compare(value, Number(limit.replaceAll(',', ''))) ? 'at its bar' : 'missed'
}
