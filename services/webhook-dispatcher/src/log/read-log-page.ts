import type { ExecutionRow } from '../domain/execution/execution.ts'
import { entryOfExecution } from '../domain/execution/log-entry.ts'
import { targetOfUrl } from '../domain/target/destination.ts'
import type { IdRange, LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { createDeriveSkipped, type DeriveSkipped } from './derive-skipped.ts'
import { covering, fillPage, type LogPage, type LogWindow, readWindows } from './fill-page.ts'
import { type FoundEntry, type LogQuery, wantsSkipped } from './log-query.ts'

type Sources = { log: LogStore; webhooks: WebhookStore }
type PageSources = Sources & { skipped: DeriveSkipped }

const LAST_LOOK = 200
const DAY_MS = 24 * 3_600_000

/** One page of a webhook's log, newest first: executions, and what was skipped, derived from the events of its time. */
export function readLogPage(query: LogQuery, sources: Sources): Promise<LogPage> {
  const skipped = createDeriveSkipped(query, sources)
  const read = (range: IdRange) => readWindow(query, range, { ...sources, skipped })
  return fillPage(readWindows(query, LAST_LOOK, read), query)
}

async function readWindow(query: LogQuery, range: IdRange, sources: PageSources): Promise<LogWindow> {
  const { webhookId, statuses } = query
  const hasSkipped = wantsSkipped(query)
  const beside = hasSkipped ? await sources.log.eventsBeside(webhookId, range) : { ids: [], events: [] }
  const covered = hasSkipped ? covering(range, beside.ids) : range
  // Whether an event was skipped is told by an execution of whatever status.
  const executions = await sources.log.executions(webhookId, covered, beside.events.length > 0 ? undefined : statuses)
  const { from } = covering(covered, executions.map(eventIdOf))
  const executed = executions.filter(({ eventId }) => eventId >= from).map(foundByEvent)
  // The first answer to a request got lost, and a repeat was told in its place: the event says nothing of that.
  // What was missed and delivered again has its redelivery beside it.
  const executedIds = new Set(executions.filter(({ redeliveryOf }) => redeliveryOf === undefined).map(eventIdOf))
  const unmatched = beside.events.filter(({ _id }) => _id >= from && !executedIds.has(_id))
  const skipped = await sources.skipped(range.day, unmatched)
  const entries = [...executed, ...skipped].sort(newestFirst)
  return { from, entries, rows: beside.ids.length + executions.length }
}

export const eventIdOf = ({ eventId }: { eventId: string }) => eventId

/** An execution as an entry of a log that goes by events. */
export const foundByEvent = (row: ExecutionRow): FoundEntry => toFound(row, row.eventId)

export function toFound(row: ExecutionRow, place: string): FoundEntry {
  const { outgoing, response } = row.result ?? {}
  return {
    place,
    entry: entryOfExecution(row),
    request: row.incoming,
    statusCode: response?.statusCode,
    target: outgoing?.type === 'http' ? targetOfUrl(outgoing.url) : outgoing?.type && 'mail',
  }
}

/** What was delivered again stands before its original. */
export const newestFirst = (a: FoundEntry, b: FoundEntry) => {
  if (a.entry.eventId !== b.entry.eventId) return a.entry.eventId < b.entry.eventId ? 1 : -1
  return b.entry.timestamp.$date - a.entry.timestamp.$date
}

/** How far back there can be entries, in epoch ms. */
export const oldestDay = (now: number, retentionDays: number): number => now - retentionDays * DAY_MS
