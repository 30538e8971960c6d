import { remember } from '@sluice/bounds'
import type { Collection, Store } from '@sluice/store'
import { approximateBytes } from '../../domain/execution/approximate-bytes.ts'
import type { EventRow, ExecutionRow } from '../../domain/execution/execution.ts'
import { dayOfId, hourOf, hourOfId } from '../../domain/execution/execution-id.ts'
import { UnreadableExecutionError } from '../../domain/execution/unreadable-execution.ts'
import type { LogStore, OpenedExecution } from '../../ports/log-store.ts'
import { collectionsOf } from '../collections.ts'
import { fatesOf } from '../taken.ts'
import { createWriteBatcher, type GatheringOptions, inGroups, type WriteItemBatch } from '../write-batcher.ts'
import type { EventBudget } from './event-budget.ts'
import { eventReader } from './event-reader.ts'
import { createEventWriter } from './event-writer.ts'
import { claimOf, type ExecutionChange, endOf, replaceEnd, writeChanges } from './execution-changes.ts'
import { createExecutionIndexes, executionReader } from './execution-reader.ts'
import { logRetention } from './log-retention.ts'
import { storeUsage } from './store-usage.ts'
import { packExecution, packResult, unpackExecution } from './stored-execution.ts'

const PREPARED_DAYS = 40
/**
 * A write costs as much as a dozen rows do. So many results as one target may have under way wait for no other: each keeps
 * its slot until it is written. What a delivery waits for has no such pause.
 */
const GATHERED_RESULTS: GatheringOptions = { everyMs: 40, enough: 16 }

/** Claims in one command at most. Each holds from the moment it is asked for, so that thousands must not wait in small portions. */
const MAX_CLAIMS = 1_000

/** `budget`: without one, everything is stored and nothing counted. */
type Dependencies = { store: Store; db: string; budget?: EventBudget | undefined }

/** The log on the document store: collections of events, their bodies and executions by time, written in batches. */
export function documentLogStore(backing: Dependencies): LogStore {
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
}: Dependencies): Pick<LogStore, 'open' | 'add' | 'finish' | 'note' | 'claim' | 'release'> {
  const events = createEventWriter({ store, db, budget })
  const executionsOf = preparedExecutions({ store, db })
  const executionBatcher = createDailyBatcher<ExecutionRow, OpenedExecution>(
    row => row.eventId,
    async (day, some) => countNew(await insertOrRead(await executionsOf(day), some), budget),
  )
  const changing = (options?: GatheringOptions) =>
    createDailyBatcher<ExecutionChange, boolean>(
      ({ eventId }) => eventId,
      async (day, some) => writeChanges(await executionsOf(day), some),
      options,
    )
  const changeBatcher = changing(GATHERED_RESULTS)
  const claimBatcher = changing({ maxBatch: MAX_CLAIMS })
  async function openAll(event: EventRow, executions: readonly ExecutionRow[]): Promise<OpenedExecution[]> {
    const opened = Promise.all(executions.map(row => executionBatcher.write(row)))
    const [rows] = await Promise.all([opened, events.write(event)])
    return rows
  }

  return {
    open: (event, executions) =>
      executions.length > 0 ? openAll(event, executions) : events.write(event).then(() => []),
    claim: (execution, put) => claimBatcher.write(claimOf(execution, put)),
    async release({ _id, eventId }, { claimant, begun }) {
      const set = { claim: { by: claimant, until: 0 }, attempt: begun }
      await changeBatcher.write({ _id, eventId, so: { status: 'pending', 'claim.by': claimant }, set })
    },
    add: async execution => (await executionBatcher.write(execution)).row,
    async finish({ _id, eventId }, result, attempts) {
      const { status, attempt } = result
      const packed = packResult(result)
      const ending = { _id, status, attempt, ...packed, attempts }
      const isTold =
        (await changeBatcher.write(endOf(eventId, ending))) ||
        (status === 'success' && (await replaceEnd(await executionsOf(dayOfId(eventId)), ending)))
      if (isTold) budget?.count(hourOfId(eventId), { keptBytes: approximateBytes(packed) })
      return isTold
    },
    async note({ _id, eventId }, { result, attempts, nextAttemptAt }) {
      const { attempt } = result
      const set = { attempt, ...packResult(result), attempts, nextAttemptAt }
      await changeBatcher.write({ _id, eventId, so: { status: 'pending', attempt: { $lte: attempt } }, set })
    },
  }
}

/** Gathers writes, a batch for each day that their events are of. */
function createDailyBatcher<T, R>(
  eventIdOf: (item: T) => string,
  write: (day: string, some: readonly T[]) => ReturnType<WriteItemBatch<T, R>>,
  options?: GatheringOptions,
) {
  const dayOfItem = (item: T) => dayOfId(eventIdOf(item))
  return createWriteBatcher<T, R>(
    items =>
      inGroups(items, dayOfItem, some =>
        some[0] === undefined ? Promise.resolve([]) : write(dayOfItem(some[0]), some),
      ),
    options,
  )
}

/** The executions of a day, with their indexes. */
function preparedExecutions({ store, db }: Dependencies): (day: string) => Promise<Collection> {
  const prepared = remember(PREPARED_DAYS, async (day: string) => {
    const executions = store.collection(collectionsOf(db).executions(day))
    await createExecutionIndexes(executions)
    return executions
  })
  return prepared.get
}

type ExecutionOpening = PromiseSettledResult<OpenedExecution>

/** Inserts rows; where one is there already, that one is the result. */
async function insertOrRead(executions: Collection, rows: readonly ExecutionRow[]): Promise<ExecutionOpening[]> {
  const documents = rows.map(packExecution)
  const fates = fatesOf(await executions.insertMany(documents, { ordered: false }), rows)
  const taken = rows.flatMap(({ _id }, index) => (fates[index]?.kind === 'taken' ? [_id] : []))
  const found = taken.length > 0 ? await executions.find({ _id: { $in: taken } }) : []
  const stored = new Map(found.flatMap(document => unpackExecution(document) ?? []).map(row => [row._id, row]))
  return rows.map((row, index): ExecutionOpening => {
    const fate = fates[index] ?? { kind: 'written' }
    if (fate.kind === 'written') return { status: 'fulfilled', value: { row, isNew: true } }
    if (fate.kind === 'refused') return { status: 'rejected', reason: fate.error }
    const there = stored.get(row._id)
    if (there) return { status: 'fulfilled', value: { row: there, isNew: false } }
    const message = `The execution ${row._id} is in the store, and can't be read.`
    return { status: 'rejected', reason: new UnreadableExecutionError(message) }
  })
}

/** Counts the rows that were not there before. */
function countNew(openings: ExecutionOpening[], budget: EventBudget | undefined): ExecutionOpening[] {
  for (const opening of openings) {
    if (opening.status === 'rejected' || !opening.value.isNew) continue
    const { row } = opening.value
    budget?.count(hourOfId(row.eventId), { keptBytes: approximateBytes(row) })
  }
  return openings
}
