import { decodeExact, encode } from '../../bson-codec.ts'
import { runPipeline } from '../../matching/pipeline/pipeline.ts'
import type { Document, Namespace } from '../../port.ts'
import { describeIndexes, ID_INDEX_NAME, type StoredCollection } from '../catalog.ts'
import { pack, unpack, unpackFirst } from '../codec.ts'
import { type Database, numberOf } from '../database.ts'
import type { CommandAnswer, ReadCommand } from '../protocol.ts'
import { candidates, candidatesAfter, candidatesById } from './candidates.ts'
import {
  type Connection,
  checkQuery,
  type FoundDocument,
  findIn,
  matcherOf,
  matching,
  projected,
  type SlicedWork,
} from './find.ts'
import { choosePlan } from './plan.ts'

type ReadCommandOf<Kind extends ReadCommand['kind']> = Extract<ReadCommand, { kind: Kind }>

function* find(
  { database, catalog }: Connection,
  { namespace, payload, options }: ReadCommandOf<'find'>,
): SlicedWork<CommandAnswer> {
  const filter = unpackFirst(payload)
  checkProjection(options)
  const collection = catalog.find(namespace)
  if (!collection) {
    checkQuery(filter, options)
    return { documents: pack([]) }
  }
  const found = yield* findIn(database, collection, { filter, options })
  return { documents: pack(found.map(projected(options.projection))) }
}

const checkProjection = (options: ReadCommandOf<'find'>['options']): void => void projected(options.projection)

function* locate(
  { database, catalog }: Connection,
  { namespace, payload, options }: ReadCommandOf<'locate'>,
): SlicedWork<CommandAnswer> {
  const filter = unpackFirst(payload)
  const collection = catalog.find(namespace)
  if (!collection) {
    checkQuery(filter, options)
    return { ids: new Float64Array() }
  }
  checkProjection(options)
  const plan = choosePlan(collection, filter, options)
  // In the order they came nothing needs to be remembered: the batches go on from a number.
  if (plan.kind === 'all' && plan.isOrdered && !options.skip && !options.limit) return { next: 0 }
  const found = yield* findIn(database, collection, { filter, options })
  return { ids: Float64Array.from(found, ({ id }) => id) }
}

function* batch({ database, catalog }: Connection, command: ReadCommandOf<'batch'>): SlicedWork<CommandAnswer> {
  const { namespace, payload, position, size, options } = command
  const collection = catalog.find(namespace)
  if (!collection) return { documents: pack([]) }
  const matches = matcherOf(unpackFirst(payload))
  const output = projected(options.projection)
  const pages =
    'ids' in position
      ? [candidatesById(database, collection, position.ids)]
      : candidatesAfter({ database, collection }, position.after)
  const taken: FoundDocument[] = []
  for (const page of matching(pages, matches)) {
    taken.push(...page)
    if (taken.length >= size && 'after' in position) {
      const documents = taken.slice(0, size)
      return { documents: pack(documents.map(output)), next: documents.at(-1)?.id ?? 0 }
    }
    yield
  }
  return { documents: pack(taken.map(output)) }
}

const countAll = (database: Database, { documents }: StoredCollection): number =>
  numberOf(database.get(`SELECT count(*) AS n FROM ${documents}`), 'n')

function* countMatching(
  { database, catalog }: Connection,
  { namespace, payload, limit }: ReadCommandOf<'count'>,
): SlicedWork<CommandAnswer> {
  const filter = unpackFirst(payload)
  const collection = catalog.find(namespace)
  if (!collection) {
    checkQuery(filter, {})
    return { count: 0 }
  }
  if (Object.keys(filter).length === 0) {
    const all = countAll(database, collection)
    return { count: limit > 0 ? Math.min(limit, all) : all }
  }
  const pages = candidates(database, collection, choosePlan(collection, filter, {}))
  let count = 0
  for (const page of matching(pages, matcherOf(filter))) {
    count += page.length
    if (limit > 0 && count >= limit) return { count: limit }
    yield
  }
  return { count }
}

function planOf({ catalog }: Connection, { namespace, payload, options }: ReadCommandOf<'plan'>): CommandAnswer {
  const filter = unpackFirst(payload)
  checkQuery(filter, options)
  const collection = catalog.find(namespace)
  const plan = collection && choosePlan(collection, filter, options)
  if (plan?.kind !== 'keys') return { names: [] }
  const index = collection?.indexes.find(({ id }) => id === plan.index)
  return { names: [index?.name ?? ID_INDEX_NAME] }
}

/** All documents of a collection that a pipeline joins with or begins from. */
function* documentsOf(
  { database, catalog }: Connection,
  namespace: Namespace,
  filter: Document,
): SlicedWork<Document[]> {
  const collection = catalog.find(namespace)
  if (!collection) return []
  const found = yield* findIn(database, collection, { filter, options: {} })
  return found.map(({ document }) => document)
}

function* aggregate(
  connection: Connection,
  { namespace, payload }: ReadCommandOf<'aggregate'>,
): SlicedWork<CommandAnswer> {
  const stages = unpack(payload).map(bytes => decodeExact(bytes))
  const read = (collection: string, filter: Document) =>
    documentsOf(connection, { db: namespace.db, collection }, filter)
  const results = yield* runPipeline(stages, { collection: namespace.collection, read })
  return { documents: pack(results.map(encode)) }
}

type CatalogRead = ReadCommandOf<'estimate' | 'list-indexes' | 'list-collections' | 'list-databases'>

function readCatalog({ database, catalog }: Connection, command: CatalogRead): CommandAnswer {
  switch (command.kind) {
    case 'estimate': {
      const collection = catalog.find(command.namespace)
      return { count: collection ? countAll(database, collection) : 0 }
    }
    case 'list-indexes': {
      const collection = catalog.find(command.namespace)
      if (!collection) return { indexes: [] }
      const filters = [{}, ...collection.indexes.map(({ partialFilter = {} }) => partialFilter)]
      return { indexes: describeIndexes(collection), documents: pack(filters.map(encode)) }
    }
    case 'list-collections':
      return { names: catalog.list(command.db) }
    case 'list-databases':
      return { names: catalog.databases() }
  }
}

/** Carries out a read in slices. */
export function* read(connection: Connection, command: ReadCommand): SlicedWork<CommandAnswer> {
  switch (command.kind) {
    case 'find':
      return yield* find(connection, command)
    case 'locate':
      return yield* locate(connection, command)
    case 'batch':
      return yield* batch(connection, command)
    case 'count':
      return yield* countMatching(connection, command)
    case 'plan':
      return planOf(connection, command)
    case 'aggregate':
      return yield* aggregate(connection, command)
    default:
      return readCatalog(connection, command)
  }
}
