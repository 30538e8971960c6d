/** One line of the table of results. */
export type Figure = { name: string; value: number; unit: string; bar: string }

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 1 / 2)
}

/** Three digits that count, or all before the point. */
function formatFigure({ name, value, unit, bar }: Figure): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3)
  return `| ${name} | ${digits} ${unit} | ${bar} |`
}

export function printFigures(figures: readonly Figure[]): void {
  console.log('\n| figure | measured | bar |\n|---|---|---|')
  for (const figure of figures) console.log(formatFigure(figure))
}
