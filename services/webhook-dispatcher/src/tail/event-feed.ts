import { toEventSummary } from '../domain/execution/event-summary.ts'
import type { EventRow } from '../domain/execution/execution.ts'
import { dayOfId, firstIdAt } from '../domain/execution/execution-id.ts'
import { isWatchingPath } from '../domain/execution/watching-path.ts'
import { oldestDay } from '../log/read-log-page.ts'
import { scanEvents } from '../log/scan-events.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { RetentionDays } from '../settings.ts'
import { CLOCK_SKEW_MS, MAX_NEWS, type News, type TailFeed } from './feed.ts'
import type { TailMessage } from './message.ts'
import { recentIds } from './recent-ids.ts'
import { createSeenIds } from './seen-ids.ts'

type Sources = { log: Pick<LogStore, 'eventMatches' | 'events'>; now: () => Date; retentionDays: RetentionDays }

/** All exchanges, without their headers and bodies. */
export function createEventFeed({ log, now, retentionDays }: Sources): TailFeed {
  const look = () => recentIds({ log, now })
  const seen = createSeenIds()

  return {
    async prime() {
      seen.note(await look())
    },

    async poll(): Promise<News> {
      const fresh = seen.note(await look()).sort()
      const told = fresh.slice(-MAX_NEWS)
      const byDay = Map.groupBy(told, dayOfId)
      const rows: EventRow[] = []
      for (const [day, ids] of byDay) rows.push(...(await log.events(day, ids, { hasBodies: false })))
      return { kind: 'news', messages: toMessages(rows), missed: fresh.length - told.length }
    },

    async since(id) {
      const rows: EventRow[] = []
      const at = now().getTime()
      const after = `${id}~`
      const oldest = firstIdAt(oldestDay(at, retentionDays.all))
      const range = { from: after > oldest ? after : oldest, below: firstIdAt(at + CLOCK_SKEW_MS), hasBodies: false }
      for await (const some of scanEvents(range, log)) {
        rows.push(...some)
        if (rows.length > MAX_NEWS) break
      }
      const missed = rows.length > MAX_NEWS ? rows.length - MAX_NEWS : 0
      return { kind: 'news', messages: toMessages(rows.slice(0, MAX_NEWS)), missed }
    },
  }
}

/** Oldest first; who only looks is not told of. */
const toMessages = (rows: readonly EventRow[]): TailMessage[] =>
  rows
    .filter(({ event }) => !isWatchingPath(event.request.path))
    .sort((a, b) => (a._id < b._id ? -1 : 1))
    .map(row => ({ id: row._id, key: row._id, event: 'exchange', data: toEventSummary(row) }))
