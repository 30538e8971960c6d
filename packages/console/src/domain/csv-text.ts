type CsvTable = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** A table for other programs (RFC 4180). No cell begins like a formula, which spreadsheets would run. */
export const csvText = ({ head, rows }: CsvTable): string =>
  [head, ...rows].map(cells => `${cells.map(quoted).join(',')}\r\n`).join('')

/** Signs with which a formula may begin; the wide ones are taken for the others by some programs. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

function quoted(cell: string): string {
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
