/** A table as Markdown: one row for each thing measured, one column for each candidate. */
export type Table = { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] }

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

export const digits = (value: number): string => value.toFixed(value < 10 ? 1 : 0)
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** Median with the lowest and the highest. */
export const spread = (values: readonly number[]): string =>
  `${digits(median(values))} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`

export function printTable({ title, columns, rows }: Table) {
  console.log(`\n${title}\n`)
  console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}
