import type { ExecutionStatus } from '@sluice/contracts'
import type { Occasion } from '@sluice/service-kit'
import type { ExecutionClaim } from '../domain/execution/claim.ts'
import type { AttemptNote, EventRow, ExecutionResult, ExecutionRow } from '../domain/execution/execution.ts'

/**
 * Events and executions. Everything is idempotent by id: what is there is left as it is. Of events that nothing matched,
 * the log keeps what its budget lets it.
 */
export type LogStore = {
  /**
   * Durable when it resolves. @returns the executions in their order, as they are stored now: those of an event that
   * comes again keep the state that they have
   */
  open(event: EventRow, executions: readonly ExecutionRow[]): Promise<OpenedExecution[]>
  /**
   * Puts a claim on an execution that has not ended, in the place of the one that it was read with, if its claimant still has
   * it: none, one that has run out, or one of a claimant that is `over` before its time. @returns whether it was put
   */
  claim(execution: ExecutionRow, put: ClaimPut): Promise<boolean>
  /** Ends a claim of this claimant, if it still stands. */
  release(execution: ExecutionRow, of: { claimant: string; begun: number }): Promise<void>
  /**
   * Durable when it resolves. An execution has one end: where it has ended already, only a success takes the place of what
   * failed or was skipped, as somebody's target has taken it then; the attempts of both stay in the list.
   * @param attempts all that were made here. @returns whether it is this result that the execution shows now
   */
  finish(execution: ExecutionRow, result: ExecutionResult, attempts: readonly AttemptNote[]): Promise<boolean>
  /** What came of the attempts of one that is tried again. Has no effect where a later attempt stands, or it has ended. */
  note(execution: ExecutionRow, so: AttemptsSoFar): Promise<void>
  /**
   * Puts a single execution where none stands under its id. Durable when it resolves. @returns the one that stands
   * @throws UnreadableExecutionError when that can't be read
   */
  add(execution: ExecutionRow): Promise<ExecutionRow>
  /** What each event matched, newest first, without reading the events. */
  eventMatches(range: IdRange): Promise<EventMatches[]>
  /**
   * The events of a range that this webhook has no execution for, newest first, the texts of their bodies empty; `ids` of
   * all that were looked at.
   */
  eventsBeside(webhookId: string, range: IdRange): Promise<{ ids: string[]; events: EventRow[] }>
  /** These events of one day (`yyyymmdd`), newest first; without `hasBodies` the texts of their bodies are empty. */
  events(day: string, ids: readonly string[], options: { hasBodies: boolean }): Promise<EventRow[]>
  /**
   * Without the texts of bodies; of some statuses only, where they are said. All that have the event of the last one belong
   * to it, so that they may be a few more.
   */
  executions(webhookId: string, range: IdRange, statuses?: readonly ExecutionStatus[]): Promise<ExecutionRow[]>
  /** Executions of all webhooks, newest first by their own id, which `range` is about too; without texts of bodies. */
  executionsOfAll(range: IdRange): Promise<ExecutionRow[]>
  /** What has failed of all webhooks; else as `executions`. */
  failuresOfAll(range: IdRange): Promise<ExecutionRow[]>
  /** What these webhooks did about one event: its executions, and those by which they were repeated. Without the texts of bodies. */
  executionsOf(webhookIds: readonly string[], eventId: string): Promise<ExecutionRow[]>
  event(id: string): Promise<EventRow | undefined>
  execution(id: string): Promise<ExecutionRow | undefined>
  /** Entries of events up to this moment (epoch ms) are not shown any more. The audit trail tells of it on whose `occasion` it is. */
  clear(webhookId: string, upTo: number, occasion: Occasion): Promise<void>
  clearedUpTo(webhookId: string): Promise<number>
  /** The same for those of these webhooks whose log was cleared. */
  clearsOf(webhookIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Makes the indexes of days that were begun by a version that had fewer. */
  indexDays(): Promise<void>
  /** Drops all days before this moment; what has failed only before `failedBefore`, where that is longer ago. */
  forgetDaysBefore(moment: Date, failedBefore?: Date): Promise<void>
  /** How many events of about these instants (epoch ms) the log did not store, or gave up for its budget. */
  eventsNotStored(range: { from: number; to: number }): Promise<number>
}

/** `over`: the claimants whose claims end before their time: this one's, and that of a process that is gone. */
export type ClaimPut = { claim: ExecutionClaim; attempt: number; now: Date; over: readonly string[] }

type EventMatches = Pick<EventRow, '_id' | 'matched'>

/** The attempts of an execution that is tried again. `result` is that of the last attempt. */
type AttemptsSoFar = { result: ExecutionResult; attempts: readonly AttemptNote[]; nextAttemptAt: Date }

export type OpenedExecution = { row: ExecutionRow; isNew: boolean }

/** Rows of one day (`yyyymmdd`) with `from` <= event id < `below`, newest first, at most `limit`. */
export type IdRange = { day: string; from: string; below: string; limit: number }
