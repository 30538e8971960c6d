import type { EventRow } from '../domain/execution/execution.ts'
import { dayOf, firstIdAt, timeOfId } from '../domain/execution/execution-id.ts'
import type { LogStore } from '../ports/log-store.ts'

/** Event ids with `from` <= id < `below`, newest first; with bodies or without. */
export type EventScan = { from: string; below: string; hasBodies: boolean }

/** How many events are held at once: those with bodies may have 128 KiB each. */
export const HELD_AT_ONCE = { withBodies: 10, withoutBodies: 100 }

/** The ids of a time, newest first, in slices. */
async function* scanIds(
  { from, below, limit }: { from: string; below: string; limit: number },
  log: Pick<LogStore, 'eventMatches'>,
): AsyncGenerator<{ day: string; ids: string[] }> {
  let end = below
  while (end > from) {
    const day = dayBelow(end)
    const start = laterOf(from, firstIdOf(day))
    const found = await log.eventMatches({ day, from: start, below: end, limit })
    const ids = found.map(({ _id }) => _id)
    if (ids.length > 0) yield { day, ids }
    end = ids.length < limit ? start : (ids.at(-1) ?? start)
  }
}

/** The newest ids of a time, newest first, at most `limit`. */
export async function newestIds(
  range: { from: string; below: string; limit: number },
  log: Pick<LogStore, 'eventMatches'>,
): Promise<string[]> {
  const found: string[] = []
  for await (const { ids } of scanIds(range, log)) {
    found.push(...ids)
    if (found.length >= range.limit) break
  }
  return found.slice(0, range.limit)
}

/** The events of a time, newest first, in slices, so that neither memory nor the event loop is filled by many. */
export async function* scanEvents(
  { from, below, hasBodies }: EventScan,
  log: Pick<LogStore, 'eventMatches' | 'events'>,
): AsyncGenerator<EventRow[]> {
  const limit = hasBodies ? HELD_AT_ONCE.withBodies : HELD_AT_ONCE.withoutBodies
  for await (const { day, ids } of scanIds({ from, below, limit }, log)) yield await log.events(day, ids, { hasBodies })
}

/** The day of the ids just below this one. */
export function dayBelow(id: string): string {
  const at = timeOfId(id)
  return dayOf(id === firstIdAt(at) ? at - 1 : at)
}

/** Returns where the ids of a day (`yyyymmdd`) begin. */
export const firstIdOf = (day: string): string =>
  firstIdAt(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))))

const laterOf = (a: string, b: string) => (a > b ? a : b)
