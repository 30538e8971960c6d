import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { type EventRow, toEventRow, toExecutionRow } from '../../domain/execution/execution.ts'
import { dayOf, firstIdAt, hourOfId } from '../../domain/execution/execution-id.ts'
import { sampleExchange } from '../../testing/sample-exchange.ts'
import { sampleVersion } from '../../testing/sample-version.ts'
import { collectionsOf } from '../collections.ts'
import { documentLogStore } from './document-log-store.ts'
import { type BlockEntry, packBlocks } from './event-block.ts'
import { bodiesLine, packEvent } from './stored-event.ts'

const HOUR_MS = 3_600_000
/** A minute around the end of an hour, of a day that is over. */
const AROUND = Date.UTC(2026, 4, 4, 12)
const claim = { by: 'somebody', until: Date.now() + 60_000 }

/** `blocked` twice stands in two blocks, as after a crash; `row`: as the version before stored it. */
const kinds = ['blocked', 'blocked-twice', 'refused', 'row', 'matched'] as const
type StoredKind = (typeof kinds)[number]
type MadeEvent = { kind: StoredKind; row: EventRow }

const made = fc.record({ kind: fc.constantFrom(...kinds), at: fc.integer({ min: -25_000, max: 25_000 }) })

await describeOnStores('the reader of events', open => {
  let platform: TestPlatform
  beforeEach(async () => {
    const store = await open()
    platform = await openTestPlatform(store ? { store } : {})
  })
  afterEach(() => platform.close())

  const rowOf = ({ kind, at }: { kind: StoredKind; at: number }): MadeEvent => {
    const statusCode = kind === 'refused' ? 403 : 201
    const body = { text: `of ${kind}\n${at}` }
    const exchange = sampleExchange({ id: v7({ msecs: AROUND + at }), at: AROUND + at, statusCode, body })
    return { kind, row: toEventRow(exchange, kind === 'matched' ? [sampleVersion] : []) }
  }

  async function insertAsBefore(db: string, row: EventRow): Promise<void> {
    const { event, bodies } = packEvent(row)
    const names = collectionsOf(db)
    await platform.store.collection(names.unmatchedEvents(hourOfId(row._id))).insertOne(event)
    if (bodies) await platform.store.collection(names.unmatchedBodies(hourOfId(row._id))).insertOne(bodies)
  }

  /** The same event once more, in a block with others. */
  async function insertAgain(db: string, rows: readonly EventRow[]): Promise<void> {
    const { store } = platform
    const names = collectionsOf(db)
    for (const [hour, some] of Map.groupBy(rows, ({ _id }) => hourOfId(_id))) {
      const packed = some.map(packEvent)
      const events: BlockEntry[] = packed.map(({ event }) => ({ id: event._id, text: event.json, row: event }))
      const bodies: BlockEntry[] = packed
        .flatMap(each => each.bodies ?? [])
        .map(each => ({ id: each._id, text: bodiesLine(each), row: each }))
      for (const [place, entries] of [
        [names.unmatchedEvents(hour), events],
        [names.unmatchedBodies(hour), bodies],
      ] as const) {
        const blocks = packBlocks(entries).map(({ row }) => row)
        // A block of the very same events is there already.
        await store.collection(place).insertMany(blocks, { ordered: false })
      }
    }
  }

  async function write(db: string, all: readonly MadeEvent[]) {
    const log = documentLogStore({ store: platform.store, db })
    const isNow = ({ kind }: MadeEvent) => kind !== 'row'
    await Promise.all(
      all.filter(isNow).map(({ row }) => {
        const exchange = { event: row.event, requestBody: new Uint8Array(), responseBody: new Uint8Array() }
        const executions = row.matched.length > 0 ? [toExecutionRow(exchange, sampleVersion, claim)] : []
        return log.open(row, executions)
      }),
    )
    for (const { row } of all.filter(each => !isNow(each))) await insertAsBefore(db, row)
    await insertAgain(
      db,
      all.filter(({ kind }) => kind === 'blocked-twice').map(({ row }) => row),
    )
    return log
  }

  it('finds each event once, newest first, wherever it stands and however often, with its bodies', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { maxLength: 40 }),
        fc.tuple(fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: -30_000, max: 30_000 })),
        fc.integer({ min: 1, max: 50 }),
        async (some, [one, other], limit) => {
          run += 1
          const all = some.map(rowOf)
          const log = await write(`${platform.db}-${run}`, all)
          const from = firstIdAt(AROUND + Math.min(one, other))
          const below = firstIdAt(AROUND + Math.max(one, other))
          const isWithin = ({ row }: MadeEvent) => row._id >= from && row._id < below
          const wanted = all
            .filter(isWithin)
            .map(({ row }) => row)
            .toSorted((a, b) => (a._id < b._id ? 1 : -1))
          const newest = wanted.slice(0, limit)
          const range = { day: dayOf(AROUND), from, below, limit }
          expect(await log.eventMatches(range)).toEqual(newest.map(({ _id, matched }) => ({ _id, matched })))
          const ids = newest.map(({ _id }) => _id)
          // What was refused has no bodies in the log.
          const told = (row: EventRow) => {
            const isRefused = row.event.response?.statusCode === 403
            return [row._id, isRefused ? '' : row.requestBody.text, row.event.request.path]
          }
          const read = await log.events(dayOf(AROUND), ids, { hasBodies: true })
          expect(read.map(row => [row._id, row.requestBody.text, row.event.request.path])).toEqual(newest.map(told))
          const beside = await log.eventsBeside(sampleVersion.webhook._id, range)
          expect(beside.ids).toEqual(ids)
          expect(beside.events.map(({ _id }) => _id)).toEqual(
            newest.filter(({ matched }) => matched.length === 0).map(({ _id }) => _id),
          )
        },
      ),
      { numRuns: 25 },
    )
  })

  it('takes one row of the store for a hundred events that nothing matched, and one for their bodies', async () => {
    const { store, db } = platform
    const at = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS / 2
    const log = documentLogStore({ store, db })
    const rows = Array.from({ length: 100 }, (_, index) =>
      toEventRow(sampleExchange({ id: v7({ msecs: at + index }), body: { index } }), []),
    )
    await Promise.all(rows.map(row => log.open(row, [])))
    const names = collectionsOf(db)
    const count = (name: 'unmatchedEvents' | 'unmatchedBodies') =>
      store.collection(names[name](hourOfId(firstIdAt(at)))).count({})
    expect([await count('unmatchedEvents'), await count('unmatchedBodies')]).toEqual([1, 1])
  })
})
