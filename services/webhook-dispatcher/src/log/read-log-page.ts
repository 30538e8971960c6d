import type { LogEntry } from '@sluice/contracts'
import type { ExecutionRow } from '../domain/execution/execution.ts'
import { firstIdAt } from '../domain/execution/execution-id.ts'
import { entryOfExecution } from '../domain/execution/log-entry.ts'
import type { IdRange, LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { createDeriveSkipped, type DeriveSkipped } from './derive-skipped.ts'
import { type FoundEntry, isWanted, type LogQuery, wantsSkipped } from './log-query.ts'
import { dayBelow, firstIdOf } from './scan-events.ts'

export type LogPage = { items: LogEntry[]; next: string | null }
type Sources = { log: LogStore; webhooks: WebhookStore }
type PageSources = Sources & { skipped: DeriveSkipped }

/** Rows that one look takes: some more than the page has, as few may not be wanted; twice as many each time. */
const FIRST_LOOK_MORE = 10
const LAST_LOOK = 200
const MAX_ROWS = 20_000
/** What a look at a day costs, even when it is empty. */
const ROWS_PER_QUERY = 20
const DAY_MS = 24 * 3_600_000

/** One page of a webhook's log, newest first: executions, and what was skipped, derived from the events of its time. */
export async function readLogPage(query: LogQuery, sources: Sources): Promise<LogPage> {
  const items: LogEntry[] = []
  const mostRows = query.mostRows ?? MAX_ROWS
  let looked = 0
  const skipped = createDeriveSkipped(query.webhookId, sources)
  for await (const window of readWindows(query, { ...sources, skipped })) {
    looked += Math.max(window.rows, ROWS_PER_QUERY)
    const wanted = window.entries.filter(entry => isWanted(entry, query)).sort(newestFirst)
    const page = takeEvents(wanted, { room: query.limit - items.length, isFirst: items.length === 0 })
    items.push(...page.map(({ entry }) => entry))
    const last = items.at(-1)
    if (last && (page.length < wanted.length || items.length >= query.limit)) return { items, next: last.eventId }
    if (looked >= mostRows) return { items, next: window.from }
  }
  return { items, next: null }
}

/**
 * Takes as many entries as there is room for, without a part of an event's: the next page begins below the last event.
 */
function takeEvents(
  entries: readonly FoundEntry[],
  { room, isFirst }: { room: number; isFirst: boolean },
): FoundEntry[] {
  const beyond = entries[room]?.entry.eventId
  if (beyond === undefined) return [...entries]
  const whole = entries.slice(0, room).filter(({ entry }) => entry.eventId !== beyond)
  return whole.length > 0 || !isFirst ? whole : entries.filter(({ entry }) => entry.eventId === beyond)
}

/** All entries of events from this id up to the window before. */
type LogWindow = { from: string; entries: FoundEntry[]; rows: number }

async function* readWindows(query: LogQuery, sources: PageSources): AsyncGenerator<LogWindow> {
  const floor = firstIdAt(query.from)
  const end = firstIdAt(query.to)
  let below = query.before !== undefined && query.before < end ? query.before : end
  for (let limit = query.limit + FIRST_LOOK_MORE; below > floor; limit = Math.min(2 * limit, LAST_LOOK)) {
    const day = dayBelow(below)
    const start = firstIdOf(day)
    const range = { day, from: start > floor ? start : floor, below, limit }
    const window = await readWindow(query, range, sources)
    yield window
    below = window.from
  }
}

async function readWindow(query: LogQuery, range: IdRange, sources: PageSources): Promise<LogWindow> {
  const { webhookId, status } = query
  const hasSkipped = wantsSkipped(query)
  const beside = hasSkipped ? await sources.log.eventsBeside(webhookId, range) : { ids: [], events: [] }
  const covered = hasSkipped ? covering(range, beside.ids) : range
  const executions = await sources.log.executions(webhookId, covered, status)
  const { from } = covering(covered, executions.map(eventIdOf))
  const unmatched = beside.events.filter(({ _id }) => _id >= from)
  const skipped = await sources.skipped(range.day, unmatched)
  const executed = executions.filter(({ eventId }) => eventId >= from).map(toFound)
  return { from, entries: [...executed, ...skipped], rows: beside.ids.length + executions.length }
}

const eventIdOf = ({ eventId }: { eventId: string }) => eventId

/**
 * The part of a range that these rows are complete for: all of it, unless the limit was reached. Then the last event may
 * have more rows than were read.
 */
function covering(range: IdRange, ids: readonly string[]): IdRange {
  if (ids.length < range.limit) return range
  const last = ids.at(-1) ?? range.from
  return { ...range, from: ids.findLast(id => id !== last) ?? last }
}

const toFound = (row: ExecutionRow): FoundEntry => ({
  entry: entryOfExecution(row),
  request: row.incoming,
  statusCode: row.result?.response?.statusCode,
})

/** What was delivered again stands before its original. */
const newestFirst = (a: FoundEntry, b: FoundEntry) => {
  if (a.entry.eventId !== b.entry.eventId) return a.entry.eventId < b.entry.eventId ? 1 : -1
  return b.entry.timestamp.$date - a.entry.timestamp.$date
}

/** How far back there can be entries, in epoch ms. */
export const oldestDay = (now: number, retentionDays: number): number => now - retentionDays * DAY_MS
