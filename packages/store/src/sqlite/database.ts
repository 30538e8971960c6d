import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** A connection that keeps its prepared statements. */
export type Database = {
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number }
  get(sql: string, ...values: SQLInputValue[]): SqliteRow | undefined
  all(sql: string, ...values: SQLInputValue[]): SqliteRow[]
  exec(sql: string): void
  /** Does nothing where it is closed. */
  close(): void
}
export type SqliteRow = Record<string, unknown>

const MAX_STATEMENTS = 500
const LOCK_MS = 5_000

/** `lockMs`: how long a statement waits for a lock of another connection. */
type DatabaseOptions = { readOnly: boolean; lockMs?: number }

export function openDatabase(path: string, { readOnly, lockMs = LOCK_MS }: DatabaseOptions): Database {
  const connection = new DatabaseSync(path, { readOnly, timeout: lockMs })
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const made = connection.prepare(sql)
    statements.set(sql, made)
    return made
  }
  return {
    run(sql, ...values) {
      const { changes, lastInsertRowid } = prepared(sql).run(...values)
      return { changes: Number(changes), lastId: Number(lastInsertRowid) }
    },
    get: (sql, ...values) => prepared(sql).get(...values),
    all: (sql, ...values) => prepared(sql).all(...values),
    exec: sql => connection.exec(sql),
    close: () => {
      statements.clear()
      if (connection.isOpen) connection.close()
    },
  }
}

export const numberOf = (row: SqliteRow | undefined, column: string): number => Number(row?.[column] ?? 0)
export const textOf = (row: SqliteRow | undefined, column: string): string => String(row?.[column] ?? '')
export function bytesOf(row: SqliteRow | undefined, column: string): Uint8Array {
  const value = row?.[column]
  return value instanceof Uint8Array ? value : new Uint8Array()
}
