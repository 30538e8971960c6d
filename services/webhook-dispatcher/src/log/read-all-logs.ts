import type { LogEntry } from '@sluice/contracts'
import type { ExecutionRow } from '../domain/execution/execution.ts'
import type { IdRange, LogStore } from '../ports/log-store.ts'
import { covering, fillPage, type LogPage, type LogWindow, readWindows } from './fill-page.ts'
import type { EntryQuery } from './log-query.ts'
import { eventIdOf, foundByEvent, newestFirst, toFound } from './read-log-page.ts'

/** Webhooks by their id, each with the time (epoch ms) from which its entries are shown. */
export type ShownWebhooks = ReadonlyMap<string, number>

type Source = Pick<LogStore, 'executions' | 'executionsOfAll' | 'failuresOfAll' | 'clearsOf'>

/** Up to this many logs are read each by its own index; more by one read over all, of which some may be others'. */
export const FEW_LOGS = 16
const LAST_LOOK = 500

/** One page of the logs of these webhooks together, newest first: what was delivered, or is about to be. */
export function readAllLogs(query: EntryQuery, shown: ShownWebhooks, log: Source): Promise<LogPage> {
  const read = readerFor(query, shown, log)
  return fillPage(onlyShown(readWindows(query, LAST_LOOK, read), shown, log), query)
}

type ReadWindow = (range: IdRange) => Promise<LogWindow>

function readerFor({ statuses }: EntryQuery, shown: ShownWebhooks, log: Source): ReadWindow {
  if (shown.size <= FEW_LOGS) {
    return byEvent(range => [...shown.keys()].map(id => log.executions(id, range, statuses)))
  }
  const isOfFailures = statuses?.every(status => status === 'failed') === true
  return isOfFailures ? byEvent(range => [log.failuresOfAll(range)]) : byOwnId(log)
}

/** Goes by events, as the log of one webhook does. */
const byEvent =
  (read: (range: IdRange) => readonly Promise<ExecutionRow[]>[]): ReadWindow =>
  async range => {
    const lists = await Promise.all(read(range))
    const froms = lists.map(rows => covering(range, rows.map(eventIdOf)).from)
    const from = froms.reduce((last, each) => (each > last ? each : last), range.from)
    const rows = lists.flat()
    const entries = rows.filter(({ eventId }) => eventId >= from).map(foundByEvent)
    return { from, entries: entries.sort(newestFirst), rows: rows.length }
  }

/** Goes by the ids of executions, which hold the time of their event. */
const byOwnId =
  (log: Source): ReadWindow =>
  async range => {
    const rows = await log.executionsOfAll(range)
    const last = rows.length < range.limit ? undefined : rows.at(-1)?._id
    return { from: last ?? range.from, entries: rows.map(row => toFound(row, row._id)), rows: rows.length }
  }

/** Without what was cleared, and what is of other webhooks. */
async function* onlyShown(
  windows: AsyncIterable<LogWindow>,
  shown: ShownWebhooks,
  log: Source,
): AsyncGenerator<LogWindow> {
  const clears = new Map<string, number>()
  const isShown = ({ webhookId, timestamp }: LogEntry) => {
    const from = shown.get(webhookId)
    return from !== undefined && timestamp.$date >= from && timestamp.$date > (clears.get(webhookId) ?? 0)
  }
  for await (const window of windows) {
    const ids = new Set(window.entries.map(({ entry }) => entry.webhookId).filter(id => shown.has(id)))
    const unknown = [...ids].filter(id => !clears.has(id))
    const found = unknown.length > 0 ? await log.clearsOf(unknown) : new Map<string, number>()
    for (const id of unknown) clears.set(id, found.get(id) ?? 0)
    yield { ...window, entries: window.entries.filter(({ entry }) => isShown(entry)) }
  }
}
