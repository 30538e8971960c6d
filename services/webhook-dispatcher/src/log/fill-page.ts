import type { LogEntry } from '@sluice/contracts'
import { firstIdAt } from '../domain/execution/execution-id.ts'
import type { IdRange } from '../ports/log-store.ts'
import { type EntryQuery, type FoundEntry, isWanted } from './log-query.ts'
import { dayBelow, firstIdOf } from './scan-events.ts'

export type LogPage = { items: LogEntry[]; next: string | null }

/** All entries from this id on, newest first, up to the window before. `rows`: how many were looked at for them. */
export type LogWindow = { from: string; entries: FoundEntry[]; rows: number }

/** Rows that one look takes: some more than the page has, as few may not be wanted; twice as many each time. */
const FIRST_LOOK_MORE = 10
const MAX_ROWS = 20_000
/** What a look at a day costs, even when it is empty. */
const ROWS_PER_QUERY = 20

/** Takes what is wanted of windows, until the page is full or enough was looked at. */
export async function fillPage(windows: AsyncIterable<LogWindow>, query: EntryQuery): Promise<LogPage> {
  const items: LogEntry[] = []
  const mostRows = query.mostRows ?? MAX_ROWS
  let looked = 0
  let last: string | undefined
  for await (const window of windows) {
    looked += Math.max(window.rows, ROWS_PER_QUERY)
    const wanted = window.entries.filter(found => isWanted(found, query))
    const page = takePlaces(wanted, { room: query.limit - items.length, isFirst: items.length === 0 })
    items.push(...page.map(({ entry }) => entry))
    last = page.at(-1)?.place ?? last
    if (last && (page.length < wanted.length || items.length >= query.limit)) return { items, next: last }
    if (looked >= mostRows) return { items, next: window.from }
  }
  return { items, next: null }
}

/**
 * Takes as many entries as there is room for, without a part of a place: the next page begins below the last one.
 */
function takePlaces(
  entries: readonly FoundEntry[],
  { room, isFirst }: { room: number; isFirst: boolean },
): FoundEntry[] {
  const beyond = entries[room]?.place
  if (beyond === undefined) return [...entries]
  const whole = entries.slice(0, room).filter(({ place }) => place !== beyond)
  return whole.length > 0 || !isFirst ? whole : entries.filter(({ place }) => place === beyond)
}

/** Looks at a time from its end to its beginning, a part of a day at once. @param most rows of a look */
export async function* readWindows(
  query: EntryQuery,
  most: number,
  read: (range: IdRange) => Promise<LogWindow>,
): AsyncGenerator<LogWindow> {
  const floor = firstIdAt(query.from)
  const end = firstIdAt(query.to)
  let below = query.before !== undefined && query.before < end ? query.before : end
  for (let limit = query.limit + FIRST_LOOK_MORE; below > floor; limit = Math.min(2 * limit, most)) {
    const day = dayBelow(below)
    const start = firstIdOf(day)
    const window = await read({ day, from: start > floor ? start : floor, below, limit })
    yield window
    below = window.from
  }
}

/**
 * The part of a range that these rows are complete for: all of it, unless the limit was reached. Then the last event may
 * have more rows than were read.
 */
export function covering(range: IdRange, ids: readonly string[]): IdRange {
  if (ids.length < range.limit) return range
  const last = ids.at(-1) ?? range.from
  return { ...range, from: ids.findLast(id => id !== last) ?? last }
}
