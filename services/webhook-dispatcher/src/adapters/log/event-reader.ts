import type { Store } from '@sluice/store'
import type { z } from 'zod'
import { type EventRow, eventRow } from '../../domain/execution/execution.ts'
import { dayOfId, firstIdAt, hourOfId, timeOfId } from '../../domain/execution/execution-id.ts'
import type { IdRange, LogStore } from '../../ports/log-store.ts'
import { collectionsOf } from '../collections.ts'
import { blockReader, type HeldId, type HourFind } from './block-reader.ts'
import { createKnownBuckets } from './known-buckets.ts'
import {
  type BodiesRow,
  bodiesRow,
  isWhole,
  joinEvent,
  unpackBodies,
  unpackEvent,
  withoutTexts,
} from './stored-event.ts'
import { newest, readRows, within } from './stored-rows.ts'

const HOUR_MS = 3_600_000

const eventMatches = eventRow.pick({ _id: true, matched: true })
/** `held`: where an event of an hour stands. */
type MatchedIds = z.infer<typeof eventMatches> & { held?: HeldId & { collection: string } }

/** `look`: whether rows of one event are read whole on the way. */
type MatchRange = IdRange & { look: Parameters<ReturnType<typeof blockReader>['newest']>[1] }

type Dependencies = { store: Store; db: string }
type EventReader = Pick<LogStore, 'eventMatches' | 'eventsBeside' | 'events' | 'event'>

/** Reads events from wherever they are: by day what matched, by hour what did not, and the bodies of both. */
export function eventReader(backing: Dependencies): EventReader {
  const { store } = backing
  const places = eventPlaces(backing)
  const bodiesOf = bodiesReader(backing)
  const readMatches = matchReader(store, places)

  async function readOfDay(day: string, ids: readonly string[]): Promise<EventRow[]> {
    const filter = { _id: { $in: [...ids] } }
    const options = newest('_id', ids.length)
    const found = (await places.ofDay(day)).map(each => store.collection(each).find(filter, options))
    return (await Promise.all(found)).flat().flatMap(document => unpackEvent(document) ?? [])
  }

  async function readOfHour(hour: string, ids: readonly string[]): Promise<EventRow[]> {
    const finds = (await places.ofHour(hour)).map(each => blockReader(store.collection(each)).find(ids))
    return (await Promise.all(finds)).flatMap(toEvents)
  }

  /** Reads events, without the texts of their bodies, from where they have been found. */
  async function readFound(day: string, found: readonly MatchedIds[]): Promise<EventRow[]> {
    const placed = Map.groupBy(found, ({ held }) => held?.collection)
    const lists = [...placed].map(async ([collection, some]) => {
      const ids = some.map(({ _id }) => _id)
      if (collection === undefined) return readOfDay(day, ids)
      const rows = some.flatMap(({ held }) => (held?.row && unpackEvent(held.row)) ?? [])
      const places = new Set(some.flatMap(({ held }) => (held && !held.row ? held.place : [])))
      const reader = blockReader(store.collection({ db: backing.db, collection }))
      return [...rows, ...toEvents(await reader.read([...places], ids))]
    })
    return distinct((await Promise.all(lists)).flat()).map(withoutTexts)
  }

  async function read(day: string, ids: readonly string[], { hasBodies }: { hasBodies: boolean }): Promise<EventRow[]> {
    const ofDay = readOfDay(day, ids)
    const ofHours = [...Map.groupBy(ids, hourOfId)].map(([hour, some]) => readOfHour(hour, some))
    // What matched stands behind what did not: of two that are of one event, the last one counts.
    const rows = distinct((await Promise.all([...ofHours, ofDay])).flat())
    if (!hasBodies) return rows.map(withoutTexts)
    const texts = await bodiesOf(rows.filter(row => !isWhole(row)))
    return rows.map(row => joinEvent(row, texts.get(row._id)))
  }

  return {
    eventMatches: async range =>
      (await readMatches({ ...range, look: 'ids' })).map(({ _id, matched }) => ({ _id, matched })),
    async eventsBeside(webhookId, range) {
      const found = await readMatches({ ...range, look: 'rows' })
      const beside = found.filter(({ matched }) => !matched.includes(webhookId))
      return { ids: found.map(({ _id }) => _id), events: await readFound(range.day, beside) }
    },
    events: read,
    event: async id => (await read(dayOfId(id), [id], { hasBodies: true }))[0],
  }
}

/** Tells what the newest events of a range have matched, at most `limit`, and where they stand. */
function matchReader(store: Store, places: ReturnType<typeof eventPlaces>) {
  async function matchesOfDay(range: IdRange): Promise<MatchedIds[]> {
    const options = { ...newest('_id', range.limit), projection: { matched: 1 } } as const
    const found = (await places.ofDay(range.day)).map(each =>
      readRows(eventMatches, store.collection(each).find({ _id: within(range) }, options)),
    )
    return (await Promise.all(found)).flat()
  }

  async function matchesOfHour(hour: string, { look, ...range }: MatchRange): Promise<MatchedIds[]> {
    const found = (await places.ofHour(hour)).map(async each => {
      const held = await blockReader(store.collection(each)).newest(range, look)
      return held.map(one => ({ _id: one.id, matched: [], held: { ...one, collection: each.collection } }))
    })
    return (await Promise.all(found)).flat()
  }

  return async (range: MatchRange): Promise<MatchedIds[]> => {
    const ofDay = matchesOfDay(range)
    // Where an hour fails first, nobody waits for it any more.
    ofDay.catch(() => {})
    const found: MatchedIds[] = []
    for (const { hour, first } of hoursOf(range)) {
      found.push(...(await matchesOfHour(hour, range)))
      // What is older than this hour can't be among them any more.
      if (found.filter(({ _id }) => _id >= first).length >= range.limit) break
    }
    found.push(...(await ofDay))
    return distinct(found).slice(0, range.limit)
  }
}

/** The events of an hour's collection: those of blocks and those of rows. */
const toEvents = ({ rows, texts }: HourFind): EventRow[] => [
  ...[...texts].flatMap(([_id, json]) => unpackEvent({ _id, matched: [], json }) ?? []),
  ...rows.flatMap(document => unpackEvent(document) ?? []),
]

/** The collections that may hold events. */
function eventPlaces({ store, db }: Dependencies) {
  const names = collectionsOf(db)
  const known = createKnownBuckets({ store, db })
  return {
    ofDay: (day: string) => known(day, [names.events(day), names.failedEvents(day)]),
    ofHour: (hour: string) => known(hour, [names.unmatchedEvents(hour), names.refusedEvents(hour)]),
  }
}

function bodiesReader({ store, db }: Dependencies) {
  const names = collectionsOf(db)

  function readMatched(hour: string, ids: readonly string[]): Promise<BodiesRow[]> {
    const filter = { _id: { $in: [...ids] } }
    return readRows(bodiesRow, store.collection(names.bodies(hour)).find(filter, newest('_id', ids.length)))
  }

  async function readUnmatched(hour: string, ids: readonly string[]): Promise<BodiesRow[]> {
    const { rows, texts } = await blockReader(store.collection(names.unmatchedBodies(hour))).find(ids)
    const ofRows = rows.flatMap(row => bodiesRow.safeParse(row).data ?? [])
    return [...ofRows, ...[...texts].flatMap(([id, text]) => unpackBodies(id, text) ?? [])]
  }

  return async (events: readonly EventRow[]): Promise<ReadonlyMap<string, BodiesRow>> => {
    const lists = [...Map.groupBy(events, ({ _id }) => hourOfId(_id))].flatMap(([hour, some]) => {
      const idsOf = (hasMatched: boolean) =>
        some.filter(({ matched }) => matched.length > 0 === hasMatched).map(({ _id }) => _id)
      return [readMatched(hour, idsOf(true)), readUnmatched(hour, idsOf(false))]
    })
    return new Map((await Promise.all(lists)).flat().map(row => [row._id, row]))
  }
}

/** The hours of a range within one day, the last one first, each with the first id that it can hold. */
function* hoursOf({ from, below }: IdRange): Generator<{ hour: string; first: string }> {
  const oldest = Math.floor(timeOfId(from) / HOUR_MS)
  const end = timeOfId(below)
  const newestHour = Math.floor((below === firstIdAt(end) ? end - 1 : end) / HOUR_MS)
  for (let hour = newestHour; hour >= oldest; hour -= 1) {
    const first = firstIdAt(hour * HOUR_MS)
    yield { hour: hourOfId(first), first }
  }
}

/** Newest first; what is found in two places, because it is being moved, once. */
function distinct<T extends { _id: string }>(rows: readonly T[]): T[] {
  return [...new Map(rows.map(row => [row._id, row])).values()].sort((a, b) => (a._id < b._id ? 1 : -1))
}
