import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'

type BusRow = Record<string, SQLOutputValue>

/** A row is not as the schema has it: the file was changed by something else. */
class BusFileError extends Error {
  override name = 'BusFileError'
}

const wrong = (column: string) =>
  new BusFileError(`The column ${column} of the bus file is not as Sluice writes it. Restore the file from a backup.`)

export function integer(row: BusRow, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw wrong(column)
  return value
}

export function text(row: BusRow, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw wrong(column)
  return value
}

export function bytes(row: BusRow, column: string): Uint8Array<ArrayBuffer> {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw wrong(column)
  return value
}

const headerMap = z.record(z.string(), z.string())

export function headers(row: BusRow, column: string): Record<string, string> {
  return headerMap.parse(JSON.parse(text(row, column)))
}
