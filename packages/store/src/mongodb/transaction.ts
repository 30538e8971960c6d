import { setTimeout as wait } from 'node:timers/promises'
import { type ClientSession, type MongoClient, MongoError, MongoServerSelectionError } from 'mongodb'
import { StoreConflictError, StoreTimeoutError } from '../errors.ts'
import { toStoreError } from './driver-errors.ts'
import type { RunOperation } from './route.ts'
import { withinTime } from './within-time.ts'

const TRANSACTION_MS = 5000
const END_MS = 1000
const LONGEST_PAUSE_MS = 64

/** How the operations inside a transaction run: one at a time, with its session, until it is over. */
export type TransactionRun = { session: ClientSession; run: RunOperation; onUpsertCollision: () => 'over' }

type TransactionState = { isOver: boolean; mayStartAnew: boolean; last: Promise<unknown> }

const tooLong = () => new StoreTimeoutError('The transaction took longer than 5 s and was ended.')

/** A server that is not found will not be found by the next attempt either. */
const isTransient = (error: unknown): boolean =>
  error instanceof MongoError &&
  error.hasErrorLabel('TransientTransactionError') &&
  !(error instanceof MongoServerSelectionError)

/** The labels of the driver's errors are gone once they are the port's. */
async function noting<T>(state: TransactionState, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    state.mayStartAnew ||= isTransient(error)
    throw error
  }
}

function stepper(state: TransactionState, run: RunOperation): RunOperation {
  return (limit, work) => {
    const step = state.last.then(() => {
      if (state.isOver)
        throw new StoreTimeoutError('The transaction is over; its collections can not be used any more.')
      return run(limit, () => noting(state, work))
    })
    state.last = step.catch(() => undefined)
    return step
  }
}

/** The server keeps the outcome of a commit, so one whose answer was lost is asked for again. */
async function commit(session: ClientSession, end: number): Promise<void> {
  for (;;) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      const isUnknown = error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')
      if (!isUnknown || performance.now() > end || error instanceof MongoServerSelectionError) throw error
    }
  }
}

type TransactionAttempt<T> = { kind: 'done'; result: T } | { kind: 'again' } | { kind: 'failed'; error: unknown }
type TransactionSetting = { client: MongoClient; run: RunOperation; end: number }

async function attempt<T>(
  { client, run, end }: TransactionSetting,
  work: (inside: TransactionRun) => Promise<T>,
): Promise<TransactionAttempt<T>> {
  const session = client.startSession()
  const state: TransactionState = { isOver: false, mayStartAnew: false, last: Promise.resolve() }
  const onUpsertCollision = () => {
    state.mayStartAnew = true
    return 'over' as const
  }
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } })
    const worked = work({ session, run: stepper(state, run), onUpsertCollision })
    const result = await withinTime(worked, end - performance.now(), tooLong)
    state.isOver = true
    await state.last
    await run({ kind: 'write' }, () => noting(state, () => commit(session, end)))
    return { kind: 'done', result }
  } catch (error) {
    return state.mayStartAnew && !(error instanceof StoreTimeoutError) ? { kind: 'again' } : { kind: 'failed', error }
  } finally {
    state.isOver = true
    await endSession(session)
  }
}

/** Aborts what is not committed. A server that does not answer ends it by itself. */
async function endSession(session: ClientSession): Promise<void> {
  const ending = session.endSession().catch(() => undefined)
  await withinTime(ending, END_MS, tooLong).catch(() => undefined)
}

/** All or nothing, within five seconds, begun anew after a conflict with another transaction. */
export async function runTransaction<T>(
  { client, run }: Omit<TransactionSetting, 'end'>,
  work: (inside: TransactionRun) => Promise<T>,
): Promise<T> {
  const end = performance.now() + TRANSACTION_MS
  for (let tries = 0; performance.now() < end; tries += 1) {
    const outcome = await attempt({ client, run, end }, work)
    if (outcome.kind === 'done') return outcome.result
    if (outcome.kind === 'failed') throw toStoreError(outcome.error)
    await wait(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE_MS))
  }
  throw new StoreConflictError('Others changed the same for 5 s, and this change was given up. Nothing was written.')
}
