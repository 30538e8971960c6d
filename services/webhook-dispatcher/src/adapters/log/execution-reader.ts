import type { Collection, Document, Store } from '@sluice/store'
import type { ExecutionRow } from '../../domain/execution/execution.ts'
import { dayOfId } from '../../domain/execution/execution-id.ts'
import type { IdRange, LogStore } from '../../ports/log-store.ts'
import { collectionsOf } from '../collections.ts'
import { createKnownBuckets } from './known-buckets.ts'
import { unpackExecution, WITHOUT_TEXTS } from './stored-execution.ts'
import { newest, within } from './stored-rows.ts'

/** The indexes by which a webhook's log is read, all of it or what has one status. */
const INDEXES = [
  { webhookId: 1, eventId: -1 },
  { webhookId: 1, status: 1, eventId: -1 },
] as const
/** That of what has failed anywhere: who succeeds has no part in it, so that it costs a delivery nothing. */
const FAILED_INDEX = { status: 1, eventId: -1 } as const
const FAILED_ONLY = { partialFilterExpression: { status: 'failed' } } as const

/** Makes the indexes of a day's executions; does nothing where they are there. */
export async function createExecutionIndexes(executions: Collection): Promise<void> {
  for (const keys of INDEXES) await executions.createIndex(keys)
  await executions.createIndex(FAILED_INDEX, FAILED_ONLY)
}

type ExecutionFindOptions = NonNullable<Parameters<Collection['find']>[1]>
type ExecutionReader = Pick<LogStore, 'executions' | 'executionsOfAll' | 'failuresOfAll' | 'executionsOf' | 'execution'>

/** Reads executions: of a day, or what is kept of it for longer. */
export function executionReader({ store, db }: { store: Store; db: string }): ExecutionReader {
  const names = collectionsOf(db)
  const known = createKnownBuckets({ store, db })
  const ofDay = async (day: string) =>
    (await known(day, [names.executions(day), names.failedExecutions(day)])).map(each => store.collection(each))
  const find = async (day: string, filter: Document, options: ExecutionFindOptions) => {
    const found = (await ofDay(day)).map(each => each.find(filter, options))
    const rows = (await Promise.all(found)).flat()
    return distinct(rows.flatMap(row => unpackExecution(row) ?? []))
  }
  async function findNewest(filter: Document, { day, ...range }: IdRange): Promise<ExecutionRow[]> {
    const options = { ...newest('eventId', range.limit), projection: WITHOUT_TEXTS }
    const rows = (await find(day, { ...filter, eventId: within(range) }, options)).slice(0, range.limit)
    const last = rows.at(-1)
    if (!last || rows.length < range.limit) return rows
    const whole = rows.filter(({ eventId }) => eventId !== last.eventId)
    return [...whole, ...(await find(day, { ...filter, eventId: last.eventId }, { projection: WITHOUT_TEXTS }))]
  }

  return {
    async executions(webhookId, range, statuses) {
      if (!statuses) return findNewest({ webhookId }, range)
      const lists = await Promise.all(statuses.map(status => findNewest({ webhookId, status }, range)))
      const rows = lists.flat().sort(byEvent)
      const last = rows[range.limit - 1]
      return last ? rows.filter(({ eventId }) => eventId >= last.eventId) : rows
    },
    failuresOfAll: range => findNewest({ status: 'failed' }, range),
    async executionsOfAll({ day, ...range }) {
      const options = { ...newest('_id', range.limit), projection: WITHOUT_TEXTS }
      const rows = await find(day, { _id: within(range) }, options)
      return rows.sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, range.limit)
    },
    executionsOf: (webhookIds, eventId) =>
      find(dayOfId(eventId), { webhookId: { $in: [...webhookIds] }, eventId }, { projection: WITHOUT_TEXTS }),
    async execution(id) {
      const found = (await ofDay(dayOfId(id))).map(each => each.findOne({ _id: id }))
      return (await Promise.all(found)).flatMap(row => (row && unpackExecution(row)) ?? [])[0]
    },
  }
}

/** Newest first; what is found in two places, because it is being moved, once. */
function distinct(rows: readonly ExecutionRow[]): ExecutionRow[] {
  return [...new Map(rows.map(row => [row._id, row])).values()].sort(byEvent)
}

const byEvent = (a: ExecutionRow, b: ExecutionRow) => (a.eventId < b.eventId ? 1 : -1)
