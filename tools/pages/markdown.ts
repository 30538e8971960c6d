/** Writes a table; what would end a cell is escaped. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}
