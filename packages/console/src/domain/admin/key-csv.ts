import { csvText } from '../csv-text.ts'

type CsvKey = {
  _id?: string
  user?: string
  name?: string
  hint?: string
  roles?: readonly string[]
  createdAt?: { $date: number }
  expiresAt?: { $date: number }
  lastUsedAt?: { $date: number }
}

const HEAD = ['user', 'name', 'hint', 'roles', 'createdAt', 'expiresAt', 'lastUsedAt', 'key']

/** Keys as a table for other programs; what is missing of one is an empty cell. */
export const keyCsv = (keys: readonly CsvKey[]): string => csvText({ head: HEAD, rows: keys.map(cellsOf) })

const instant = (at: { $date: number } | undefined): string => (at ? new Date(at.$date).toISOString() : '')

const cellsOf = ({ _id = '', user = '', name = '', hint = '', roles = [], ...times }: CsvKey) => [
  user,
  name,
  hint,
  roles.join(' '),
  instant(times.createdAt),
  instant(times.expiresAt),
  instant(times.lastUsedAt),
  _id,
]
