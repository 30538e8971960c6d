import { readsRequestBody, testPredicate } from '@sluice/predicate'
import { recordedExchange } from '../domain/exchange/exchange-view.ts'
import { type EventRow, fromEventRow } from '../domain/execution/execution.ts'
import { dayOfId, firstIdAt } from '../domain/execution/execution-id.ts'
import { isWatchingPath } from '../domain/execution/watching-path.ts'
import { oldestDay } from '../log/read-log-page.ts'
import { HELD_AT_ONCE, newestIds } from '../log/scan-events.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { RetentionDays } from '../settings.ts'
import { CLOCK_SKEW_MS, LOOK_BACK_MS, MAX_NEWS, type TailFeed } from './feed.ts'
import type { UnsavedWebhook } from './listening.ts'
import type { TailMessage } from './message.ts'
import { recentIds } from './recent-ids.ts'
import { createSeenIds } from './seen-ids.ts'

type Sources = { log: Pick<LogStore, 'eventMatches' | 'events'>; now: () => Date; retentionDays: RetentionDays }

/** Exchanges of one listening that wait to be judged; the oldest ones beyond are missed. */
const MAX_UNJUDGED = 2000
/** Characters of the deliveries that one look gives, if it gives more than one: the others wait for the next look. */
const MAX_CHARACTERS_OF_LOOK = 384 * 1024
/** How long a body is waited for that is written beside its event. */
const BODY_WAIT_MS = 5_000

/** The deliveries of a webhook that is saved nowhere, to one reader. @param after the last message that he had */
export function createListeningFeed(listening: UnsavedWebhook, after: string | undefined, sources: Sources): TailFeed {
  const { log, now, retentionDays } = sources
  const seen = createSeenIds()
  const queue = createUnjudged()
  const reader = createMatchReader(listening, queue, sources)
  let ready: TailMessage[] = []
  let readyCharacters = 0
  let lastTold = ''

  /** @returns whether there is room for more */
  function addReady(row: EventRow): boolean {
    const data = listening.deliver(fromEventRow(row), now())
    const size = JSON.stringify(data).length
    if (ready.length > 0 && readyCharacters + size > MAX_CHARACTERS_OF_LOOK) return false
    readyCharacters += size
    ready.push({ id: row._id, key: row._id, event: 'delivery', data })
    queue.remove(row._id)
    return true
  }

  async function judge(): Promise<void> {
    const ids = queue.first(MAX_NEWS)
    for (let at = 0; at < ids.length; at += reader.slice) {
      for (const row of await reader.readMatches(ids.slice(at, at + reader.slice))) if (!addReady(row)) return
    }
  }

  return {
    async prime() {
      seen.note(await recentIds(sources))
      if (after === undefined) return
      const at = now().getTime()
      const oldest = firstIdAt(oldestDay(at, retentionDays.all))
      const from = after > oldest ? `${after}~` : oldest
      const behind = await newestIds({ from, below: firstIdAt(at + CLOCK_SKEW_MS), limit: MAX_UNJUDGED + 1 }, log)
      seen.note(behind)
      queue.add(behind, now())
    },
    async poll() {
      queue.add(seen.note(await recentIds(sources)), now())
      // What a look that fails has made ready is told by the next one.
      await judge()
      const messages = ready
      ready = []
      readyCharacters = 0
      lastTold = messages.at(-1)?.id ?? lastTold
      return { kind: 'news', messages, missed: queue.takeMissed() }
    },
    /** The feed has one reader, and has begun behind his last message. */
    since: async () => ({ kind: 'news', messages: [], missed: 0 }),
    place() {
      if (queue.first(1).length > 0) return undefined
      const looked = firstIdAt(now().getTime() - LOOK_BACK_MS)
      return lastTold > looked ? lastTold : looked
    },
  }
}

/** Reads what a condition holds of, among exchanges that wait to be judged. */
function createMatchReader(
  { condition }: Pick<UnsavedWebhook, 'condition'>,
  queue: ReturnType<typeof createUnjudged>,
  { log, now }: Pick<Sources, 'log' | 'now'>,
) {
  const looksIntoBodies = readsRequestBody(condition)

  const isMatch = (row: EventRow): boolean =>
    row.event.repeat === undefined &&
    !isWatchingPath(row.event.request.path) &&
    testPredicate(condition, recordedExchange(fromEventRow(row)))

  async function read(ids: readonly string[], hasBodies: boolean): Promise<EventRow[]> {
    const rows: EventRow[] = []
    for (const [day, some] of Map.groupBy(ids, dayOfId)) rows.push(...(await log.events(day, some, { hasBodies })))
    return rows.sort((one, other) => (one._id < other._id ? -1 : 1))
  }

  /** Reads those of these that match, with their bodies, oldest first. Bodies that are still being written come later. */
  async function readMatches(ids: readonly string[]): Promise<EventRow[]> {
    const wanted = looksIntoBodies ? ids : (await read(ids, false)).filter(isMatch).map(({ _id }) => _id)
    const rows = await read(wanted, true)
    const settled = rows.filter(row => !lacksBody(row) || queue.waitsLongerThan(BODY_WAIT_MS, row._id, now()))
    const unsettled = new Set(rows.filter(row => !settled.includes(row)).map(({ _id }) => _id))
    const matches = settled.filter(isMatch)
    const kept = new Set([...unsettled, ...matches.map(({ _id }) => _id)])
    for (const id of ids) if (!kept.has(id)) queue.remove(id)
    return matches
  }

  return { slice: looksIntoBodies ? HELD_AT_ONCE.withBodies : HELD_AT_ONCE.withoutBodies, readMatches }
}

const lacksBody = ({ requestBody, responseBody }: EventRow): boolean =>
  requestBody.state === 'dropped' || responseBody.state === 'dropped'

/** Ids of exchanges that are still to be judged, the oldest first, with the time at which each came. */
function createUnjudged() {
  let waiting = new Map<string, number>()
  let missed = 0
  return {
    add(ids: readonly string[], at: Date): void {
      for (const id of ids.toSorted()) waiting.set(id, at.getTime())
      const tooMany = waiting.size - MAX_UNJUDGED
      if (tooMany <= 0) return
      missed += tooMany
      waiting = new Map([...waiting].slice(tooMany))
    },
    first: (count: number): string[] => [...waiting.keys()].slice(0, count),
    remove: (id: string): void => void waiting.delete(id),
    waitsLongerThan: (limitMs: number, id: string, now: Date): boolean =>
      now.getTime() - (waiting.get(id) ?? 0) > limitMs,
    takeMissed(): number {
      const taken = missed
      missed = 0
      return taken
    },
  }
}
