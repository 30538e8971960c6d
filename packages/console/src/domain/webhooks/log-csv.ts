type ListedEntry = {
  _id: string
  webhookId: string
  eventId: string
  timestamp: { $date: number }
  status: string
  durationMs: number
  attempt: number
  summary: string
}

const HEAD = ['time', 'status', 'durationMs', 'attempt', 'summary', 'webhook', 'event', 'entry']

/** Entries as a table for other programs (RFC 4180). No cell begins like a formula, which spreadsheets would run. */
export const logCsv = (entries: readonly ListedEntry[]): string =>
  [HEAD, ...entries.map(cellsOf)].map(cells => `${cells.map(quoted).join(',')}\r\n`).join('')

const cellsOf = (entry: ListedEntry): readonly string[] => [
  new Date(entry.timestamp.$date).toISOString(),
  entry.status,
  String(entry.durationMs),
  String(entry.attempt),
  entry.summary,
  entry.webhookId,
  entry.eventId,
  entry._id,
]

function quoted(cell: string): string {
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
