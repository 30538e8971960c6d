import { csvText } from '../csv-text.ts'

type CsvLine = {
  at: { $date: number }
  action: string
  actor: string | null
  from: string | null
  key?: { id: string; user: string }
  subject?: string
  fields?: readonly string[]
  detail?: string
}

const HEAD = ['time', 'action', 'actor', 'from', 'subject', 'key', 'holder', 'fields', 'detail']

/** Lines of the audit trail as a table for other programs. */
export const auditCsv = (lines: readonly CsvLine[]): string => csvText({ head: HEAD, rows: lines.map(cellsOf) })

const cellsOf = ({ at, action, actor, from, key, subject = '', fields = [], detail = '' }: CsvLine) => [
  new Date(at.$date).toISOString(),
  action,
  actor ?? '',
  from ?? '',
  subject,
  key?.id ?? '',
  key?.user ?? '',
  fields.join(' '),
  detail,
]
