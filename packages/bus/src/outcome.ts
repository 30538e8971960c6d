import type { IncomingRecord } from './port.ts'
import type { SoleHold } from './sole-holds.ts'

/** How the handling of one record ended. `dead`: it can never work; it is set aside with its reason. */
export type HandlingOutcome = { kind: 'done' } | { kind: 'retry'; afterMs: number } | { kind: 'dead'; reason: string }

export type Circumstances = {
  /** Counts from 1 in this process. */
  attempt: number
  /** Assures that nobody else has the record; the handler releases it. @returns undefined where somebody may */
  takeHold(): SoleHold | undefined
}

export type RecordHandler = (
  record: IncomingRecord,
  circumstances: Circumstances,
) => Promise<HandlingOutcome> | HandlingOutcome

/** What is left to do with a record: nothing, or the same again. `isOutage`: it failed for what is away for all. */
export type Next = { kind: 'complete' } | { kind: 'again'; afterMs: number; isOutage?: boolean }

type HandlingAttempt = {
  handler: RecordHandler
  /** Must have kept the record when it resolves. */
  onDead(record: IncomingRecord, reason: string): Promise<void>
  onHandlerError(error: unknown, record: IncomingRecord): void
  /** Whether an error says nothing of the record: something that all of them need is away. */
  isOutage(error: unknown): boolean
}

const FIRST_BACK_OFF_MS = 200
const MAX_BACK_OFF_MS = 30_000
const MAX_BACK_OFF_OF_OUTAGE_MS = 10_000

/**
 * The one place where an outcome becomes what the bus is told. A handler or `onDead` that throws is tried again. What the
 * bus could not read is set aside without asking the handler.
 */
export async function attemptRecord(
  { handler, onDead, onHandlerError, isOutage }: HandlingAttempt,
  record: IncomingRecord,
  circumstances: Circumstances,
): Promise<Next> {
  try {
    const { unreadable } = record
    const outcome = unreadable === undefined ? await handler(record, circumstances) : deadOf(unreadable)
    if (outcome.kind === 'retry') return { kind: 'again', afterMs: outcome.afterMs }
    if (outcome.kind === 'dead') await onDead(record, outcome.reason)
    return { kind: 'complete' }
  } catch (error) {
    onHandlerError(error, record)
    const isAway = isOutage(error)
    const longestMs = isAway ? MAX_BACK_OFF_OF_OUTAGE_MS : MAX_BACK_OFF_MS
    return { kind: 'again', afterMs: backOffMs(circumstances.attempt, longestMs), isOutage: isAway }
  }
}

const deadOf = (reason: string): HandlingOutcome => ({ kind: 'dead', reason })

/** Doubles with each attempt up to the longest; up to a fifth is taken off, so that not all come back at once. */
function backOffMs(attempt: number, longestMs: number): number {
  const full = Math.min(FIRST_BACK_OFF_MS * 2 ** (attempt - 1), longestMs)
  return full * (1 - Math.random() / 5)
}
