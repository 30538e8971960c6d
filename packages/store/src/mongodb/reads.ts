import type { FindOptions as DriverFindOptions } from 'mongodb'
import { decode } from '../bson-codec.ts'
import { specialOptions } from '../matching/index-keys.ts'
import { isDocument } from '../matching/values/value.ts'
import type { Collation, Collection, Document, FindOptions, IndexDescription, Sort } from '../port.ts'
import { checkedFilter, checkedStages, checkOptions } from './checks.ts'
import { closeUnheeded, nextBatch, readAll } from './cursors.ts'
import { isMissingCollection } from './driver-errors.ts'
import { findAtOnce } from './find-at-once.ts'
import { withHarmlessHint } from './harmless-hint.ts'
import { indexFor } from './index-for.ts'
import { DEFAULT_MAX_TIME_MS, type DriverRoute } from './route.ts'

const BATCH = 1000
/** A scan's limit is for one batch; this is for all of them, so that a scan nobody reads ends on the server too. */
const SCAN_MS = 600_000

function driverOptions(route: DriverRoute, options: FindOptions): DriverFindOptions {
  const { sort, skip, limit, projection, hint, maxTimeMs = DEFAULT_MAX_TIME_MS } = options
  return {
    raw: true,
    session: route.session,
    maxTimeMS: maxTimeMs,
    batchSize: BATCH,
    ...(sort && { sort }),
    ...(skip && { skip }),
    ...(limit && { limit }),
    ...(projection && { projection }),
    ...(hint && { hint }),
    ...(options.linearizable && route.strictest && { readConcern: route.strictest }),
  }
}

async function* scan(
  route: DriverRoute,
  given: Document,
  { batchSize = BATCH, ...options }: FindOptions & { batchSize?: number },
): AsyncGenerator<Document[]> {
  const filter = checkedFilter(given)
  checkOptions(options)
  const ms = options.maxTimeMs ?? DEFAULT_MAX_TIME_MS
  const hinted = await route.run({ kind: 'read', ms }, () => withHarmlessHint(route, options))
  const sent = { ...driverOptions(route, hinted), maxTimeMS: SCAN_MS, batchSize }
  const cursor = route.collection.find(filter, sent)
  try {
    for (;;) {
      const batch = await route.run({ kind: 'read', ms }, () => nextBatch(cursor))
      if (batch.length === 0) return
      yield batch.map(decode)
    }
  } finally {
    closeUnheeded(cursor)
  }
}

function isSort(keys: unknown): keys is Sort {
  return typeof keys === 'object' && keys !== null && Object.values(keys).every(each => each === 1 || each === -1)
}

function isCollation(value: unknown): value is Collation {
  return isDocument(value) && typeof value.locale === 'string'
}

/** Indexes of other kinds, made by someone else, are left out. */
function describeIndex(index: Document): IndexDescription[] {
  const { name, key, unique, sparse, expireAfterSeconds, partialFilterExpression, collation } = index
  if (typeof name !== 'string' || !isSort(key)) return []
  const special = specialOptions({
    sparse: sparse === true,
    expireAfterSeconds: typeof expireAfterSeconds === 'number' ? expireAfterSeconds : undefined,
    partialFilterExpression: isDocument(partialFilterExpression) ? partialFilterExpression : undefined,
    collation: isCollation(collation) ? collation : undefined,
  })
  return [{ name, keys: key, unique: unique === true || name === '_id_', ...special }]
}

export async function listIndexes({ collection, run, session }: DriverRoute): Promise<IndexDescription[]> {
  const list = await run({ kind: 'read', ms: DEFAULT_MAX_TIME_MS }, async () => {
    try {
      return await collection.listIndexes({ session }).toArray()
    } catch (error) {
      if (isMissingCollection(error)) return []
      throw error
    }
  })
  return list.flatMap(describeIndex)
}

export function readMethods(route: DriverRoute) {
  const { collection, run, session } = route
  const findRaw = async (given: Document, asked: FindOptions = {}) => {
    const filter = checkedFilter(given)
    checkOptions(asked)
    const maxTimeMs = asked.maxTimeMs ?? DEFAULT_MAX_TIME_MS
    return run({ kind: 'read', ms: maxTimeMs }, async () => {
      const options = await withHarmlessHint(route, asked)
      const plain = { filter, options, maxTimeMs }
      const found = await (route.readById?.(plain) ?? findAtOnce(route, plain))
      return found ?? readAll(collection.find(filter, driverOptions(route, options)))
    })
  }
  const find = async (filter: Document, options?: FindOptions) => (await findRaw(filter, options)).map(decode)
  const aggregateRaw = async (given: readonly Document[], options: { maxTimeMs?: number } = {}) => {
    const { maxTimeMs: ms = DEFAULT_MAX_TIME_MS } = options
    const stages = checkedStages(given)
    const sent = { raw: true, session, maxTimeMS: ms, batchSize: BATCH }
    return run({ kind: 'read', ms }, () => readAll(collection.aggregate(stages, sent)))
  }
  return {
    findRaw,
    find,
    findOne: async (filter, options) => (await find(filter, { ...options, limit: 1 }))[0],
    scan: (filter, options = {}) => scan(route, filter, options),
    count: async (given, { limit = 0, maxTimeMs: ms = DEFAULT_MAX_TIME_MS } = {}) => {
      const filter = checkedFilter(given)
      checkOptions({ limit })
      const options = { session, maxTimeMS: ms, ...(limit > 0 && { limit }) }
      return run({ kind: 'read', ms }, () => collection.countDocuments(filter, options))
    },
    indexFor: async (given, options = {}) => {
      const filter = checkedFilter(given)
      checkOptions(options)
      return run({ kind: 'read', ms: DEFAULT_MAX_TIME_MS }, () => indexFor(route, { filter, options }))
    },
    estimatedCount: () =>
      run({ kind: 'read', ms: DEFAULT_MAX_TIME_MS }, () =>
        collection.estimatedDocumentCount({ maxTimeMS: DEFAULT_MAX_TIME_MS }),
      ),
    aggregate: async (stages, options) => (await aggregateRaw(stages, options)).map(decode),
    aggregateRaw,
    listIndexes: () => listIndexes(route),
  } satisfies Partial<Collection>
}
