import { csvText } from '../csv-text.ts'

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

/** Entries as a table for other programs. */
export const logCsv = (entries: readonly ListedEntry[]): string => csvText({ head: HEAD, rows: entries.map(cellsOf) })

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
