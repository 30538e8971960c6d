import type { Collection, Document, Store, WriteOperation } from '@sluice/store'
import { z } from 'zod'
import { dayOf, dayOfId } from '../domain/delivery-id.ts'
import { type EventRow, type ExecutionRow, eventRow, executionRow } from '../domain/execution.ts'
import type { IdRange, LogStore, OpenedExecution } from '../ports.ts'
import { collectionsOf, dayOfCollection } from './collections.ts'
import { takenOf } from './taken.ts'
import { createWriteBatcher } from './write-batcher.ts'

const MAX_BATCH = 200
const PREPARED_DAYS = 40

type Backing = { store: Store; db: string }

/** A row of ours that is there, and is none: the event is tried again and the operator told. */
class UnreadableRowError extends Error {
  override name = 'UnreadableRowError'
}

/** Of one execution. */
type Change = { eventId: string; filter: Document; set: Document }

const WITHOUT_BODIES = { 'result.outgoing.body.text': 0, 'result.response.body.text': 0 } as const
const EVENT_WITHOUT_BODIES = { 'requestBody.text': 0, 'responseBody.text': 0 } as const

const eventMatches = eventRow.pick({ _id: true, matched: true })
const logClear = z.object({ upTo: z.number() })

/** The log on the document store: one collection of events and one of executions per day, written in batches. */
export function documentLogStore(backing: Backing): LogStore {
  return { ...logWriter(backing), ...logReader(backing), ...logRetention(backing) }
}

function logWriter({ store, db }: Backing): Pick<LogStore, 'open' | 'finish' | 'claim' | 'release'> {
  const names = collectionsOf(db)
  const executionsOf = preparedExecutions({ store, db })
  const eventBatcher = createDailyBatcher<EventRow, true>(
    row => row._id,
    (day, some) => insertNew(store.collection(names.events(day)), some),
  )
  const executionBatcher = createDailyBatcher<ExecutionRow, OpenedExecution>(
    row => row.eventId,
    async (day, some) => insertOrRead(await executionsOf(day), some),
  )
  const changeBatcher = createDailyBatcher<Change, true>(
    ({ eventId }) => eventId,
    async (day, some) => writeChanges(await executionsOf(day), some),
  )
  return {
    async open(event, executions) {
      const opened = Promise.all(executions.map(row => executionBatcher.write(row)))
      const [rows] = await Promise.all([opened, eventBatcher.write(event)])
      return rows
    },
    async claim({ _id, eventId }, { claim, attempt, now }) {
      const executions = await executionsOf(dayOfId(eventId))
      const isFree = [{ claim: null }, { 'claim.by': claim.by }, { 'claim.until': { $lt: now.getTime() } }]
      const filter = { _id, status: 'pending', $or: isFree }
      const { matched } = await executions.updateOne(filter, { $set: { claim, attempt } })
      return matched > 0
    },
    async release({ _id, eventId }, claimant) {
      await changeBatcher.write({ eventId, filter: { _id, 'claim.by': claimant }, set: { 'claim.until': 0 } })
    },
    async finish({ _id, eventId }, result) {
      const { status, attempt } = result
      await changeBatcher.write({ eventId, filter: { _id, status: 'pending' }, set: { status, attempt, result } })
    },
  }
}

/** Gathers writes, a batch for each day that their events are of. */
function createDailyBatcher<T, R>(
  eventIdOf: (item: T) => string,
  write: (day: string, some: readonly T[]) => Promise<readonly R[]>,
) {
  return createWriteBatcher<T, R>(items => perDay(items, eventIdOf, write), MAX_BATCH)
}

/** The executions of a day, with their index. */
function preparedExecutions({ store, db }: Backing): (day: string) => Promise<Collection> {
  const prepared = new Map<string, Promise<Collection>>()
  const prepare = async (day: string) => {
    const executions = store.collection(collectionsOf(db).executions(day))
    await executions.createIndex({ webhookId: 1, eventId: -1 })
    return executions
  }
  return day => {
    const known = prepared.get(day) ?? prepare(day)
    prepared.set(day, known)
    known.catch(() => prepared.delete(day))
    const [oldest] = prepared.keys()
    if (prepared.size > PREPARED_DAYS && oldest !== undefined) prepared.delete(oldest)
    return known
  }
}

function logReader({
  store,
  db,
}: Backing): Pick<LogStore, 'eventMatches' | 'events' | 'executions' | 'event' | 'execution'> {
  const names = collectionsOf(db)
  const eventsOf = (day: string) => store.collection(names.events(day))
  const executionsOf = (day: string) => store.collection(names.executions(day))
  return {
    eventMatches: ({ day, ...range }) => {
      const light = { ...newest('_id', range.limit), projection: { matched: 1 } } as const
      return readRows(eventMatches, eventsOf(day).find({ _id: within(range) }, light))
    },
    events: (day, ids, { hasBodies }) => {
      const options = { ...newest('_id', ids.length), ...(hasBodies ? {} : { projection: EVENT_WITHOUT_BODIES }) }
      return readRows(eventRow, eventsOf(day).find({ _id: { $in: [...ids] } }, options))
    },
    executions: (webhookId, { day, ...range }) => {
      const options = { ...newest('eventId', range.limit), projection: WITHOUT_BODIES }
      return readRows(executionRow, executionsOf(day).find({ webhookId, eventId: within(range) }, options))
    },
    event: async id => eventRow.safeParse(await eventsOf(dayOfId(id)).findOne({ _id: id })).data,
    execution: async id => executionRow.safeParse(await executionsOf(dayOfId(id)).findOne({ _id: id })).data,
  }
}

function logRetention({ store, db }: Backing): Pick<LogStore, 'clear' | 'clearedUpTo' | 'forgetDaysBefore'> {
  const clears = store.collection(collectionsOf(db).logClears)
  return {
    async clear(webhookId, upTo) {
      await clears.replaceOne({ _id: webhookId }, { _id: webhookId, upTo }, { upsert: true })
    },
    clearedUpTo: async webhookId => logClear.safeParse(await clears.findOne({ _id: webhookId })).data?.upTo ?? 0,
    async forgetDaysBefore(moment) {
      const first = dayOf(moment.getTime())
      for (const collection of await store.listCollections(db)) {
        const day = dayOfCollection(collection)
        if (day !== undefined && day < first) await store.dropCollection({ db, collection })
      }
    },
  }
}

/** Groups items by the day of their id and puts the results back in order. */
async function perDay<T, R>(
  items: readonly T[],
  idOf: (item: T) => string,
  write: (day: string, some: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results = new Map<T, R>()
  for (const [day, some] of Map.groupBy(items, item => dayOfId(idOf(item)))) {
    const written = await write(day, some)
    some.forEach((item, index) => {
      const result = written[index]
      if (result !== undefined) results.set(item, result)
    })
  }
  return items.flatMap(item => results.get(item) ?? [])
}

/** Inserts those that are not there. */
async function insertNew(events: Collection, rows: readonly EventRow[]): Promise<true[]> {
  takenOf(await events.insertMany(rows, { ordered: false }), rows)
  return rows.map(() => true)
}

/** Inserts rows; where one is there already, that one is the result. */
async function insertOrRead(executions: Collection, rows: readonly ExecutionRow[]): Promise<OpenedExecution[]> {
  const taken = takenOf(await executions.insertMany(rows, { ordered: false }), rows).map(({ _id }) => _id)
  const found = taken.length > 0 ? await readRows(executionRow, executions.find({ _id: { $in: taken } })) : []
  const stored = new Map(found.map(row => [row._id, row]))
  const unread = taken.find(id => !stored.has(id))
  if (unread) throw new UnreadableRowError(`The execution ${unread} is in the store, and can't be read.`)
  return rows.map(row => ({ row: stored.get(row._id) ?? row, isNew: !stored.has(row._id) }))
}

async function writeChanges(executions: Collection, changes: readonly Change[]): Promise<true[]> {
  const operations = changes.map(
    ({ filter, set }): WriteOperation => ({ updateOne: { filter, update: { $set: set } } }),
  )
  takenOf(await executions.bulkWrite(operations, { ordered: false }), changes)
  return changes.map(() => true)
}

const within = ({ from, below }: Pick<IdRange, 'from' | 'below'>) => ({ $gte: from, $lt: below })
const newest = (field: string, limit: number) => ({ sort: { [field]: -1 }, limit }) as const

/** Rows that got in some other way and are not readable are left out. */
async function readRows<T>(schema: z.ZodType<T>, found: Promise<Document[]>): Promise<T[]> {
  return (await found).flatMap(document => schema.safeParse(document).data ?? [])
}
