import type { ClientSession, Collection, ReadConcernLike } from 'mongodb'
import { StoreTimeoutError, StoreUnavailableError } from '../errors.ts'
import { toStoreError } from './driver-errors.ts'
import type { InsertDocument } from './gathered/gathered-inserts.ts'
import type { ReadById } from './gathered/gathered-reads.ts'
import { withinTime } from './within-time.ts'

/** What an operation does, for its time limit: a read ends with `StoreTimeoutError`, a write is then in doubt. */
type OperationLimit = { kind: 'read'; ms: number } | { kind: 'write' }

/** Runs a driver's operation: at most so many at once, within its time, with the port's errors. */
export type RunOperation = <T>(limit: OperationLimit, work: () => Promise<T>) => Promise<T>

/** One collection of the driver and how it is used: directly, or inside a transaction. */
export type DriverRoute = {
  collection: Collection
  run: RunOperation
  session: ClientSession | undefined
  insert: InsertDocument
  /** Reads of one document that share commands; none inside a transaction. */
  readById: ReadById | undefined
  /** For reads that must see every acknowledged write; undefined inside a transaction. */
  strictest: ReadConcernLike | undefined
  /** Told that an upsert lost against another one: a transaction then starts anew. */
  onUpsertCollision: () => 'again' | 'over'
}

/** The server ends a query at its limit; this is for one that does not answer at all. */
const GRACE_MS = 250
const WRITE_MS = 30_000
const MAX_RUNNING = 10_000

export const DEFAULT_MAX_TIME_MS = 5000
export const MAX_UPSERT_TRIES = 5

function late(limit: OperationLimit): Error {
  if (limit.kind === 'read') return new StoreTimeoutError(`The store did not answer within ${limit.ms} ms.`)
  return new StoreUnavailableError(
    `The store did not answer a write within ${WRITE_MS / 1000} s. It may or may not have happened.`,
  )
}

export type Gate = { run: RunOperation; close: () => void }

/** Bounds what is under way, and refuses everything after the close. */
export function createGate(): Gate {
  let running = 0
  let isClosed = false
  const run: RunOperation = async (limit, work) => {
    if (isClosed) throw new StoreUnavailableError('The document store is closed.')
    if (running >= MAX_RUNNING) {
      throw new StoreUnavailableError(`Over ${MAX_RUNNING} operations wait for the document store. Try again later.`)
    }
    running += 1
    try {
      return await withinTime(work(), limit.kind === 'read' ? limit.ms + GRACE_MS : WRITE_MS, () => late(limit))
    } catch (error) {
      throw toStoreError(error)
    } finally {
      running -= 1
    }
  }
  return {
    run,
    close: () => {
      isClosed = true
    },
  }
}
