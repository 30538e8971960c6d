import type { Collection, Document, Namespace, Store } from '@sluice/store'
import { type EventRow, eventRow } from '../../domain/execution/execution.ts'
import { dayOfId, firstIdAt, hourOfId, timeOfId } from '../../domain/execution/execution-id.ts'
import type { IdRange, LogStore } from '../../ports/log-store.ts'
import { collectionsOf } from '../collections.ts'
import { createKnownBuckets } from './known-buckets.ts'
import { type BodiesRow, bodiesRow, isWhole, joinEvent, unpackEvent, withoutTexts } from './stored-event.ts'
import { newest, readRows, within } from './stored-rows.ts'

const HOUR_MS = 3_600_000

const eventMatches = eventRow.pick({ _id: true, matched: true })

type EventFindOptions = NonNullable<Parameters<Collection['find']>[1]>
type Dependencies = { store: Store; db: string }
type EventReader = Pick<LogStore, 'eventMatches' | 'eventsBeside' | 'events' | 'event'>
type MatchedRow = { _id: string; matched: string[]; row: Document }

/** Reads events from wherever they are: by day what matched, by hour what did not, and the bodies of both. */
export function eventReader(backing: Dependencies): EventReader {
  const { store } = backing
  const places = eventPlaces(backing)
  const bodiesOf = bodiesReader(backing)

  async function findIn(named: readonly Namespace[], filter: Document, options: EventFindOptions): Promise<Document[]> {
    return (await Promise.all(named.map(each => store.collection(each).find(filter, options)))).flat()
  }

  async function read(day: string, ids: readonly string[], { hasBodies }: { hasBodies: boolean }): Promise<EventRow[]> {
    const hours = [...new Set(ids.map(hourOfId))]
    const named = [await places.ofDay(day), ...(await Promise.all(hours.map(places.ofHour)))].flat()
    const found = await findIn(named, { _id: { $in: [...ids] } }, newest('_id', ids.length))
    const rows = distinct(found.flatMap(document => unpackEvent(document) ?? []))
    if (!hasBodies) return rows.map(withoutTexts)
    const texts = await bodiesOf(rows.filter(row => !isWhole(row)))
    return rows.map(row => joinEvent(row, texts.get(row._id)))
  }

  /** The newest rows of a range, at most `limit`, as they are stored. */
  async function readRange(range: IdRange, projection?: EventFindOptions['projection']): Promise<MatchedRow[]> {
    const options = { ...newest('_id', range.limit), ...(projection ? { projection } : {}) }
    const find = async (named: readonly Namespace[]) =>
      (await findIn(named, { _id: within(range) }, options)).flatMap(row => {
        const known = eventMatches.safeParse(row).data
        return known ? [{ ...known, row }] : []
      })
    const ofDay = find(await places.ofDay(range.day))
    const rows: MatchedRow[] = []
    for (const { hour, first } of hoursOf(range)) {
      rows.push(...(await find(await places.ofHour(hour))))
      // What is older than this hour can't be among them any more.
      if (rows.filter(({ _id }) => _id >= first).length >= range.limit) break
    }
    rows.push(...(await ofDay))
    return distinct(rows).slice(0, range.limit)
  }

  return {
    async eventMatches(range) {
      return (await readRange(range, { matched: 1 })).map(({ _id, matched }) => ({ _id, matched }))
    },
    async eventsBeside(webhookId, range) {
      const rows = await readRange(range)
      const beside = rows.filter(({ matched }) => !matched.includes(webhookId))
      const events = beside.flatMap(({ row }) => unpackEvent(row) ?? []).map(withoutTexts)
      return { ids: rows.map(({ _id }) => _id), events }
    },
    events: read,
    event: async id => (await read(dayOfId(id), [id], { hasBodies: true }))[0],
  }
}

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
  return async (events: readonly EventRow[]): Promise<ReadonlyMap<string, BodiesRow>> => {
    const place = ({ _id, matched }: EventRow) =>
      (matched.length > 0 ? names.bodies : names.unmatchedBodies)(hourOfId(_id)).collection
    const lists = await Promise.all(
      [...Map.groupBy(events, place)].map(([collection, some]) => {
        const filter = { _id: { $in: some.map(({ _id }) => _id) } }
        return readRows(bodiesRow, store.collection({ db, collection }).find(filter, newest('_id', some.length)))
      }),
    )
    return new Map(lists.flat().map(row => [row._id, row]))
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
