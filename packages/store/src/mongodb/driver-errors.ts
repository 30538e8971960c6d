import {
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb'
import {
  DatabaseNameTakenError,
  DuplicateKeyError,
  InvalidQueryError,
  StoreTimeoutError,
  StoreUnavailableError,
  UnsupportedByStoreError,
} from '../errors.ts'

const DUPLICATE_KEY = 11000
const OTHER_CASE = 13297
/** The time limit of a query, of a transaction's commit, of an operation inside the server. */
const TIMEOUTS: ReadonlySet<number> = new Set([50, 262, 290])
/**
 * Not the fault of the query: the server is no primary any more, shuts down, lost a conflict, a session or a cursor,
 * takes no writes, refuses the credentials or is out of something.
 */
const UNAVAILABLE: ReadonlySet<number> = new Set([
  1, 6, 7, 8, 11, 13, 18, 24, 43, 63, 64, 79, 89, 90, 91, 100, 112, 133, 134, 150, 189, 202, 206, 225, 234, 237, 244,
  246, 251, 256, 263, 317, 371, 391, 9001, 10058, 10107, 11600, 11601, 11602, 13388, 13435, 13436, 14031,
])

const SOCKET_CODES: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

const OURS = [
  DatabaseNameTakenError,
  DuplicateKeyError,
  InvalidQueryError,
  StoreTimeoutError,
  StoreUnavailableError,
  UnsupportedByStoreError,
] as const

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

export const duplicateKey = (): DuplicateKeyError => new DuplicateKeyError('A unique value is taken.')

const otherCase = () =>
  new DatabaseNameTakenError(
    'There is a database whose name differs in the case of letters alone. Use that one, or choose another name.',
  )

export const refusedByServer = (code: unknown): InvalidQueryError =>
  new InvalidQueryError(`The store refuses this filter, document or option (its error ${code}).`)

const cantNow = (code: number): StoreUnavailableError =>
  new StoreUnavailableError(`The document store can't do this now (its error ${code}). Try again.`)

const uncertain = (): StoreUnavailableError =>
  new StoreUnavailableError('Too few members of the document store have what was written. Try again.')

function fromServer(error: MongoServerError): Error {
  const code = typeof error.code === 'number' ? error.code : 1
  if (code === DUPLICATE_KEY) return duplicateKey()
  if (code === OTHER_CASE) return otherCase()
  if (TIMEOUTS.has(code)) return new StoreTimeoutError('The query took longer than its time limit and was ended.')
  if (UNAVAILABLE.has(code) || error instanceof MongoWriteConcernError) return cantNow(code)
  // What failed on its way can't be the query's fault, whatever the number.
  if (error.hasErrorLabel('RetryableWriteError') || error.hasErrorLabel('TransientTransactionError')) {
    return cantNow(code)
  }
  return refusedByServer(code)
}

/** An operation of a list that the server did not carry out. */
export type FailedOperation = { at: number; isDuplicate: boolean; code: number }

/** Too few members have what was written: also what the server has carried out may be lost with those that have it. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined

/**
 * @throws StoreUnavailableError when one of them was no fault of its own, or when nothing of the list may be taken for
 * durable: it may work the next time
 */
export function failedOperations(error: MongoBulkWriteError): FailedOperation[] {
  if (isUncertain(error)) throw uncertain()
  const failed = [error.writeErrors].flat()
  const unlucky = failed.find(({ code }) => UNAVAILABLE.has(code))
  if (unlucky) throw cantNow(unlucky.code)
  return failed.map(({ index, code }) => ({ at: index, isDuplicate: code === DUPLICATE_KEY, code }))
}

const unreachable = (reason: string): StoreUnavailableError =>
  new StoreUnavailableError(
    `The document store can't be reached (${reason}). What was being written may or may not be there.`,
  )

/** A write to a connection that the server has just ended gets past the driver as Node made it. */
export const isSocketError = (error: unknown): error is { code: string } =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  SOCKET_CODES.has(error.code)

/**
 * The port's errors in place of the driver's. Only numbers and class names of it are kept: its texts hold values of
 * documents, and addresses.
 */
export function toStoreError(error: unknown): unknown {
  if (isSocketError(error)) return unreachable(error.code)
  if (OURS.some(ours => error instanceof ours) || !(error instanceof MongoError)) return error
  if (isUncertain(error)) return uncertain()
  if (error instanceof MongoBulkWriteError && isDuplicateKey(error)) return duplicateKey()
  if (error instanceof MongoServerError) return fromServer(error)
  if (error instanceof MongoInvalidArgumentError) return refusedByServer('before sending')
  if (error instanceof MongoOperationTimeoutError) return new StoreTimeoutError('The store did not answer in time.')
  return unreachable(error.name)
}

const hasCode = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof MongoServerError && codes.some(code => code === error.code)

export const isMissingCollection = (error: unknown): boolean => hasCode(error, [26])
export const isExistingCollection = (error: unknown): boolean => hasCode(error, [48])
export const isMissingIndex = (error: unknown): boolean => hasCode(error, [26, 27])
/** An index of the same name or keys is there, with something else about it. */
export const isIndexConflict = (error: unknown): boolean => hasCode(error, [85, 86])
