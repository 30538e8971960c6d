import type { IncomingRecord } from './port.ts'

/** How the handling of one record ended. `dead`: it can never work; it is set aside with its reason. */
export type Outcome = { kind: 'done' } | { kind: 'retry'; afterMs: number } | { kind: 'dead'; reason: string }

export type Circumstances = {
  /** Somebody may have handled this before: a former owner of the partition, or whoever got the first copy. */
  mayBeRepeated: boolean
  /** Counts from 1 in this process. */
  attempt: number
}

export type Handler = (record: IncomingRecord, circumstances: Circumstances) => Promise<Outcome>

/** What is left to do with a record: nothing, or the same again. */
export type Next = { kind: 'complete' } | { kind: 'again'; afterMs: number }

type Attempt = {
  handler: Handler
  /** Must have kept the record when it resolves. */
  onDead(record: IncomingRecord, reason: string): Promise<void>
  onHandlerError(error: unknown, record: IncomingRecord): void
}

const FIRST_BACK_OFF_MS = 200
const MAX_BACK_OFF_MS = 30_000

/** The one place where an outcome becomes what the bus is told. A handler or `onDead` that throws is tried again. */
export async function attemptRecord(
  { handler, onDead, onHandlerError }: Attempt,
  record: IncomingRecord,
  circumstances: Circumstances,
): Promise<Next> {
  try {
    const outcome = await handler(record, circumstances)
    if (outcome.kind === 'retry') return { kind: 'again', afterMs: outcome.afterMs }
    if (outcome.kind === 'dead') await onDead(record, outcome.reason)
    return { kind: 'complete' }
  } catch (error) {
    onHandlerError(error, record)
    return { kind: 'again', afterMs: backOffMs(circumstances.attempt) }
  }
}

/** Doubles with each attempt up to 30 s; up to a fifth is taken off, so that not all come back at once. */
function backOffMs(attempt: number): number {
  const full = Math.min(FIRST_BACK_OFF_MS * 2 ** (attempt - 1), MAX_BACK_OFF_MS)
  return full * (1 - Math.random() / 5)
}
