import {
  DatabaseNameTakenError,
  DuplicateKeyError,
  InvalidQueryError,
  StoreTimeoutError,
  StoreUnavailableError,
  UnsupportedByStoreError,
} from '../errors.ts'
import { StoreOpenError } from '../open-error.ts'
import type { WireError } from './protocol.ts'

const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

const SQLITE_CONSTRAINT = 19
const SQLITE_FULL = 13

/** SQLite's own number of an error, without the extended part. */
export function sqliteCode(error: unknown): number | undefined {
  const code = property(error, 'errcode')
  return typeof code === 'number' ? code & 0xff : undefined
}

function describeSqlite(code: number, message: string): WireError {
  if (code === SQLITE_CONSTRAINT) return { name: 'DuplicateKeyError', message: 'A unique value is taken.' }
  if (code === SQLITE_FULL) {
    return { name: 'StoreUnavailableError', message: 'The disk of the data file is full. Free space, then try again.' }
  }
  return { name: 'StoreUnavailableError', message: `The data file can't be read or written: ${message}` }
}

/** An error as it crosses between the threads. */
export function toWire(error: unknown): WireError {
  const message = String(property(error, 'message') ?? error)
  const code = sqliteCode(error)
  if (code !== undefined) return describeSqlite(code, message)
  const feature = property(error, 'feature')
  const name = String(property(error, 'name') ?? 'Error')
  return typeof feature === 'string' ? { name, message, feature } : { name, message }
}

/** The same error on this side. */
export function fromWire({ name, message, feature }: WireError): Error {
  switch (name) {
    case 'DuplicateKeyError':
      return new DuplicateKeyError(message)
    case 'DatabaseNameTakenError':
      return new DatabaseNameTakenError(message)
    case 'InvalidQueryError':
      return new InvalidQueryError(message)
    case 'UnsupportedByStoreError':
      return new UnsupportedByStoreError(feature ?? message)
    case 'StoreTimeoutError':
      return new StoreTimeoutError(message)
    case 'StoreOpenError':
      return new StoreOpenError(message)
    default:
      return new StoreUnavailableError(
        name === 'StoreUnavailableError' ? message : `The store failed: ${name}: ${message}`,
      )
  }
}
