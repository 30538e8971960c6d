import { stripVTControlCharacters } from 'node:util'
import { type Terminal, visible } from './terminal.ts'

type TableRow = readonly (string | number)[]

const GAP = 2
const SHORTEST = 6

/** Prints rows under a heading. On a terminal they are aligned and cut to its width; in a pipe they have tabs, and no heading. */
export function printTable(terminal: Terminal, heading: readonly string[], rows: readonly TableRow[]): void {
  const cells = rows.map(row => row.map(cell => visible(String(cell))))
  if (terminal.width === undefined) {
    for (const row of cells) terminal.print(row.join('\t'))
    return
  }
  const widths = fit(widthsOf([heading, ...cells]), terminal.width)
  const line = (row: readonly string[]) => row.map((cell, at) => pad(cell, widths[at] ?? 0)).join(' '.repeat(GAP))
  terminal.print(terminal.paint('dim', line(heading).trimEnd()))
  for (const row of cells) terminal.print(line(row).trimEnd())
}

const lengthOf = (text: string): number => [...stripVTControlCharacters(text)].length

const widthsOf = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => lengthOf(row[at] ?? ''))))

/** Takes from the widest column until the line fits, or every column is as short as it may be. */
function fit(widths: number[], width: number): number[] {
  const fitted = [...widths]
  const room = width - GAP * Math.max(0, widths.length - 1)
  const shortest = Math.max(1, Math.min(SHORTEST, Math.floor(room / widths.length)))
  for (;;) {
    const sum = fitted.reduce((total, one) => total + one, 0)
    const widest = Math.max(...fitted)
    if (sum <= room || widest <= shortest) return fitted
    fitted[fitted.indexOf(widest)] = widest - 1
  }
}

function pad(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text + ' '.repeat(width - characters.length)
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`
}
