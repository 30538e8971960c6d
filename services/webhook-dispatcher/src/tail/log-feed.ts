import type { ExecutionStatus, LogEntry, WebhookRecord } from '@sluice/contracts'
import { dayOfId, firstIdAt, timeOfId } from '../domain/execution/execution-id.ts'
import { entryOfExecution } from '../domain/execution/log-entry.ts'
import { readLogPage } from '../log/read-log-page.ts'
import { type ReadLogs, shownRange } from '../log/shown-range.ts'
import { CLOCK_SKEW_MS, LOOK_BACK_MS, MAX_NEWS, type News, type TailFeed } from './feed.ts'
import type { TailMessage } from './message.ts'
import { createSeenIds } from './seen-ids.ts'

type ToldNews = Extract<News, { kind: 'news' }>
type TailSubject = {
  webhookId: string
  status: ExecutionStatus | undefined
  /** The webhook, as long as it is there for those who read. */
  find(): Promise<WebhookRecord | undefined>
}

/** Deliveries under way that are asked for one by one once they are older than a look goes back. */
const MAX_PENDING = 200
/** Skipped entries of one look: each is derived, with its reason. */
const MAX_SKIPPED = 100
/** Events that one look reads to find them. */
const MAX_ROWS_OF_LOOK = 1_000

/** The entries of one webhook's log, each when it has ended. */
export function createLogFeed(subject: TailSubject, sources: ReadLogs): TailFeed {
  const { live, log, now } = sources
  const { webhookId, status, find } = subject
  const seen = createSeenIds()
  const pending = new Set<string>()

  async function executions(): Promise<LogEntry[]> {
    const at = now().getTime()
    const from = firstIdAt(at - LOOK_BACK_MS)
    const below = firstIdAt(at + CLOCK_SKEW_MS)
    const days = new Set([from, firstIdAt(at), below].map(dayOfId))
    const range = { from, below, limit: MAX_NEWS }
    const found = await Promise.all([...days].map(day => log.executions(webhookId, { day, ...range })))
    return found.flat().map(entryOfExecution)
  }

  /** Reads the entries that took longer than a look goes back. */
  async function lateOnes(recent: readonly LogEntry[]): Promise<LogEntry[]> {
    const found = new Set(recent.map(({ _id }) => _id))
    const late = await Promise.all([...pending].filter(id => !found.has(id)).map(id => log.execution(id)))
    return late.flatMap(row => (row ? entryOfExecution(row) : []))
  }

  /** What was disabled judges nothing, so all would be read in vain. */
  async function skippedOnes(): Promise<LogEntry[]> {
    const isWanted = status === undefined || status === 'skipped'
    if (!isWanted || !live.get(webhookId)?.enabled) return []
    const at = now().getTime()
    const range = { from: at - LOOK_BACK_MS, to: at + CLOCK_SKEW_MS, failedOnlyBefore: 0 }
    const bounds = { limit: MAX_SKIPPED, mostRows: MAX_ROWS_OF_LOOK }
    return (await readLogPage({ webhookId, statuses: ['skipped'], ...range, ...bounds }, sources)).items
  }

  async function look(): Promise<LogEntry[]> {
    const recent = await executions()
    const all = [...recent, ...(await lateOnes(recent))]
    for (const { _id, status: current } of all) {
      if (current !== 'pending') pending.delete(_id)
      else if (pending.size < MAX_PENDING) pending.add(_id)
    }
    const ended = [...all, ...(await skippedOnes())].filter(entry => entry.status !== 'pending')
    const fresh = new Set(seen.note(ended.map(({ _id }) => _id)))
    // What was disabled meanwhile is in both.
    return [...new Map(ended.map(entry => [entry._id, entry])).values()].filter(({ _id }) => fresh.has(_id))
  }

  function tell(entries: readonly LogEntry[]): ToldNews {
    const wanted = entries.filter(entry => status === undefined || entry.status === status).sort(oldestFirst)
    const told = wanted.slice(-MAX_NEWS)
    return { kind: 'news', messages: told.map(toMessage), missed: wanted.length - told.length }
  }

  return {
    async prime() {
      await look()
    },
    poll: async () => ((await find()) ? tell(await look()) : { kind: 'over', reason: 'deleted' }),
    async since(id) {
      const webhook = await find()
      if (!webhook) return { kind: 'over', reason: 'deleted' }
      const range = await shownRange(webhook, { from: timeOfId(id), to: undefined }, sources)
      const wanted = { webhookId, statuses: status && [status], ...range, limit: MAX_NEWS + 1 }
      const { items, next } = await readLogPage(wanted, sources)
      const told = tell(items.filter(entry => entry.eventId > id && entry.status !== 'pending'))
      return next === null ? told : { ...told, missed: told.missed + 1 }
    },
  }
}

const oldestFirst = (a: LogEntry, b: LogEntry) => (a.eventId < b.eventId ? -1 : 1)

const toMessage = (entry: LogEntry): TailMessage => ({
  id: entry.eventId,
  key: entry._id,
  event: 'entry',
  data: entry,
})
