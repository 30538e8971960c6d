import type { WorkProfile } from './cpu/work-profile.ts'

/**
 * One line of a table of results. Its name is the same in every run, so that runs can be compared. `bar`: what is allowed,
 * like "≤ 10" or "0" for no other value; empty where nothing is promised.
 */
export type Figure = {
  name: string
  value: number
  unit: string
  bar: string
  /** The lowest and the highest of the rounds whose median `value` is. */
  range?: [lowest: number, highest: number]
  /** What the value consists of; it may differ from run to run. */
  detail?: string
  /** Where the time of the processes goes, if the bar is missed. */
  profiles?: readonly WorkProfile[]
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 1 / 2)
}

/** Makes a figure of rounds: their median, with the lowest and the highest. */
export const figureOfRounds = (values: readonly number[], figure: Omit<Figure, 'value' | 'range'>): Figure => ({
  ...figure,
  value: median(values),
  range: [Math.min(...values), Math.max(...values)],
})

/** Writes a number with up to three digits that count, or all before the point. */
export const formatNumber = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))

export function printFigures(figures: readonly Figure[]): void {
  console.log('\n| figure | measured | bar |\n|---|---|---|')
  for (const { name, value, unit, bar, range, detail } of figures) {
    const spread = range ? ` (${range.map(formatNumber).join('–')})` : ''
    const named = detail ? `${name}: ${detail}` : name
    console.log(`| ${named} | ${formatNumber(value)}${spread} ${unit} | ${bar} |`)
  }
}
