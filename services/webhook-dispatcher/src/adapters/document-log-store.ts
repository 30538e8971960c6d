import type { Collection, Document, Store, WriteOperation } from '@sluice/store'
import { approximateBytes } from '../domain/approximate-bytes.ts'
import { dayOfId, hourOf, hourOfId } from '../domain/delivery-id.ts'
import type { ExecutionRow } from '../domain/execution.ts'
import type { LogStore, OpenedExecution } from '../ports.ts'
import { collectionsOf } from './collections.ts'
import type { EventBudget } from './event-budget.ts'
import { eventReader } from './event-reader.ts'
import { createEventWriter } from './event-writer.ts'
import { EXECUTION_INDEXES, executionReader } from './execution-reader.ts'
import { logRetention } from './log-retention.ts'
import { storeUsage } from './store-usage.ts'
import { packExecution, packResult, unpackExecution } from './stored-execution.ts'
import { takenOf } from './taken.ts'
import { createWriteBatcher } from './write-batcher.ts'

const PREPARED_DAYS = 40

/** `budget`: without one, everything is stored and nothing counted. */
type Backing = { store: Store; db: string; budget?: EventBudget | undefined }

/** A row of ours that is there, and is none: the event is tried again and the operator told. */
class UnreadableRowError extends Error {
  override name = 'UnreadableRowError'
}

/** Of one execution. */
type Change = { eventId: string; filter: Document; set: Document }

/** The log on the document store: collections of events, their bodies and executions by time, written in batches. */
export function documentLogStore(backing: Backing): LogStore {
  const usage = storeUsage(backing)
  return {
    ...logWriter(backing),
    ...eventReader(backing),
    ...executionReader(backing),
    ...logRetention(backing),
    eventsNotStored: ({ from, to }) => usage.lostEvents({ first: hourOf(from), last: hourOf(to) }),
  }
}

function logWriter({
  store,
  db,
  budget,
}: Backing): Pick<LogStore, 'open' | 'add' | 'finish' | 'note' | 'claim' | 'release'> {
  const events = createEventWriter({ store, db, budget })
  const executionsOf = preparedExecutions({ store, db })
  const executionBatcher = createDailyBatcher<ExecutionRow, OpenedExecution>(
    row => row.eventId,
    async (day, some) => countNew(await insertOrRead(await executionsOf(day), some), budget),
  )
  const changeBatcher = createDailyBatcher<Change, true>(
    ({ eventId }) => eventId,
    async (day, some) => writeChanges(await executionsOf(day), some),
  )
  return {
    async open(event, executions) {
      const opened = Promise.all(executions.map(row => executionBatcher.write(row)))
      const [rows] = await Promise.all([opened, events.write(event)])
      return rows
    },
    async claim({ _id, eventId }, { claim, attempt, now }) {
      const executions = await executionsOf(dayOfId(eventId))
      const isFree = [{ claim: null }, { 'claim.by': claim.by }, { 'claim.until': { $lt: now.getTime() } }]
      const filter = { _id, status: 'pending', $or: isFree }
      const { matched } = await executions.updateOne(filter, { $set: { claim, attempt } })
      return matched > 0
    },
    async release({ _id, eventId }, { claimant, begun }) {
      const set = { 'claim.until': 0, attempt: begun }
      await changeBatcher.write({ eventId, filter: { _id, status: 'pending', 'claim.by': claimant }, set })
    },
    add: async execution => (await executionBatcher.write(execution)).row,
    async finish({ _id, eventId }, result, attempts) {
      const { status, attempt } = result
      const packed = packResult(result)
      budget?.count(hourOfId(eventId), { keptBytes: approximateBytes(packed) })
      const set = { status, attempt, ...packed, attempts }
      await changeBatcher.write({ eventId, filter: { _id, status: 'pending' }, set })
    },
    async note({ _id, eventId }, { result, attempts, nextAttemptAt }) {
      const { attempt } = result
      const set = { attempt, ...packResult(result), attempts, nextAttemptAt }
      await changeBatcher.write({ eventId, filter: { _id, status: 'pending', attempt: { $lte: attempt } }, set })
    },
  }
}

/** Gathers writes, a batch for each day that their events are of. */
function createDailyBatcher<T, R>(
  eventIdOf: (item: T) => string,
  write: (day: string, some: readonly T[]) => Promise<readonly R[]>,
) {
  return createWriteBatcher<T, R>(items => perDay(items, eventIdOf, write))
}

/** The executions of a day, with their indexes. */
function preparedExecutions({ store, db }: Backing): (day: string) => Promise<Collection> {
  const prepared = new Map<string, Promise<Collection>>()
  const prepare = async (day: string) => {
    const executions = store.collection(collectionsOf(db).executions(day))
    for (const keys of EXECUTION_INDEXES) await executions.createIndex(keys)
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

/** Groups items by the day of their id and puts the results back in order. */
async function perDay<T, R>(
  items: readonly T[],
  idOf: (item: T) => string,
  write: (day: string, some: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results = new Map<T, R>()
  const writeDay = async ([day, some]: [string, readonly T[]]) => {
    const written = await write(day, some)
    some.forEach((item, index) => {
      const result = written[index]
      if (result !== undefined) results.set(item, result)
    })
  }
  await Promise.all([...Map.groupBy(items, item => dayOfId(idOf(item)))].map(writeDay))
  return items.flatMap(item => results.get(item) ?? [])
}

/** Inserts rows; where one is there already, that one is the result. */
async function insertOrRead(executions: Collection, rows: readonly ExecutionRow[]): Promise<OpenedExecution[]> {
  const documents = rows.map(packExecution)
  const taken = takenOf(await executions.insertMany(documents, { ordered: false }), rows).map(({ _id }) => _id)
  const found = taken.length > 0 ? await executions.find({ _id: { $in: taken } }) : []
  const stored = new Map(found.flatMap(document => unpackExecution(document) ?? []).map(row => [row._id, row]))
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

/** Counts the rows that were not there before. */
function countNew(opened: OpenedExecution[], budget: EventBudget | undefined): OpenedExecution[] {
  for (const { row, isNew } of opened) {
    if (isNew) budget?.count(hourOfId(row.eventId), { keptBytes: approximateBytes(row) })
  }
  return opened
}
