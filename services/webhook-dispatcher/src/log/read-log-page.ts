import type { ExecutionStatus, LogEntry } from '@sluice/contracts'
import { dayOf, firstIdAt, timeOfId } from '../domain/delivery-id.ts'
import type { EventRow, ExecutionRow } from '../domain/execution.ts'
import { entryOfExecution, entryOfSkipped, needsBody } from '../domain/log-entry.ts'
import { isInForce, type WebhookVersion } from '../domain/webhook-version.ts'
import type { IdRange, LogStore, WebhookStore } from '../ports.ts'

export type LogQuery = {
  webhookId: string
  status: ExecutionStatus | undefined
  /** Epoch ms: `from` <= time of the event < `to`. */
  from: number
  to: number
  /** Literal text that the summary, or method and path of the request, contain. */
  text: string | undefined
  /** Entries of events before this id only. */
  before: string | undefined
}

export type LogPage = { items: LogEntry[]; next: string | null }
type Sources = { log: LogStore; webhooks: WebhookStore }

const PAGE = 50
/** Rows that one look takes: as many as a page has where all are wanted, twice as many each time where few are. */
const FIRST_LOOK = PAGE
const LAST_LOOK = 200
/** Events that are held with their bodies, which conditions may look into: 128 KiB each at most. */
const HELD_EVENTS = 50
/** Rows that one page looks at; it may be short then, with `next` set. */
const MAX_ROWS = 20_000
/** What a look at a day costs, even when it is empty. */
const ROWS_PER_QUERY = 20
const DAY_MS = 24 * 3_600_000

/** One page of a webhook's log, newest first: executions, and what was skipped, derived from the events of its time. */
export async function readLogPage(query: LogQuery, sources: Sources): Promise<LogPage> {
  const items: LogEntry[] = []
  let looked = 0
  for await (const window of readWindows(query, sources)) {
    looked += Math.max(window.rows, ROWS_PER_QUERY)
    const wanted = window.entries.filter(entry => isWanted(entry, query)).sort(newestFirst)
    const page = wanted.slice(0, PAGE - items.length)
    items.push(...page.map(({ entry }) => entry))
    const last = page.at(-1)
    if (items.length >= PAGE && last) return { items, next: last.entry.eventId }
    if (looked >= MAX_ROWS) return { items, next: window.from }
  }
  return { items, next: null }
}

/** An entry, and what of its event can be searched. */
type Found = { entry: LogEntry; request: string }
/** All entries of events from this id up to the window before. */
type Window = { from: string; entries: Found[]; rows: number }

async function* readWindows(query: LogQuery, sources: Sources): AsyncGenerator<Window> {
  const floor = firstIdAt(query.from)
  let below = query.before ?? firstIdAt(query.to)
  for (let limit = FIRST_LOOK; below > floor; limit = Math.min(2 * limit, LAST_LOOK)) {
    const day = dayBelow(below)
    const start = firstIdAt(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))))
    const range = { day, from: start > floor ? start : floor, below, limit }
    const window = await readWindow(query, range, sources)
    yield window
    below = window.from
  }
}

/** The day of the ids just below this one. */
function dayBelow(id: string): string {
  const at = timeOfId(id)
  return dayOf(id === firstIdAt(at) ? at - 1 : at)
}

async function readWindow(query: LogQuery, range: IdRange, sources: Sources): Promise<Window> {
  const isSkippedWanted = query.status === undefined || query.status === 'skipped'
  const events = isSkippedWanted ? await sources.log.eventMatches(range) : []
  const covered = isSkippedWanted ? covering(range, events.map(idOf)) : range
  const executions = await sources.log.executions(query.webhookId, covered)
  const { from } = covering(covered, executions.map(eventIdOf))
  const unmatched = events.filter(({ _id, matched }) => _id >= from && !matched.includes(query.webhookId)).map(idOf)
  const entries = executions.map(toFound)
  for (let at = 0; at < unmatched.length; at += HELD_EVENTS) {
    const some = { day: range.day, ids: unmatched.slice(at, at + HELD_EVENTS) }
    entries.push(...(await deriveSkipped(query.webhookId, some, sources)))
  }
  return { from, entries, rows: events.length + executions.length }
}

const idOf = ({ _id }: { _id: string }) => _id
const eventIdOf = ({ eventId }: { eventId: string }) => eventId

/** The part of a range that these rows are complete for: all of it, unless the limit was reached. */
const covering = (range: IdRange, ids: readonly string[]): IdRange =>
  ids.length < range.limit ? range : { ...range, from: ids.at(-1) ?? range.from }

type Unmatched = { day: string; ids: readonly string[] }

/** Bodies are read only for a condition that looks into them. */
async function deriveSkipped(webhookId: string, { day, ids }: Unmatched, { log, webhooks }: Sources): Promise<Found[]> {
  const light = await log.events(day, ids, { hasBodies: false })
  if (light.length === 0) return []
  const stamps = light.map(({ event }) => event.webhooksSequence)
  const versions = await webhooks.versionsOf(webhookId, { first: Math.min(...stamps), last: Math.max(...stamps) })
  const rows = versions.some(needsBody) ? await log.events(day, ids, { hasBodies: true }) : light
  return rows.flatMap(row => {
    const version = judging(versions, row)
    return version ? [{ entry: entryOfSkipped(row, version), request: describe(row.event.request) }] : []
  })
}

/** The version that judged this event and was enabled. */
export const judging = (versions: readonly WebhookVersion[], { event }: EventRow): WebhookVersion | undefined =>
  versions.find(version => isInForce(version, event.webhooksSequence) && version.webhook.enabled)

const toFound = (row: ExecutionRow): Found => ({ entry: entryOfExecution(row), request: describe(row.incoming) })
const describe = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

function isWanted({ entry, request }: Found, { status, text }: LogQuery): boolean {
  if (status !== undefined && entry.status !== status) return false
  if (text === undefined) return true
  return [entry.summary, request].some(field => field.toLowerCase().includes(text.toLowerCase()))
}

const newestFirst = (a: Found, b: Found) => (a.entry.eventId < b.entry.eventId ? 1 : -1)

/** How far back there can be entries, in epoch ms. */
export const oldestDay = (now: number, retentionDays: number): number => now - retentionDays * DAY_MS
