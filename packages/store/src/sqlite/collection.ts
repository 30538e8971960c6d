import { ObjectId } from 'bson'
import { decode, encode } from '../bson-codec.ts'
import { DuplicateKeyError, InvalidQueryError, UnsupportedByStoreError } from '../errors.ts'
import { checkIndex } from '../matching/index-keys.ts'
import { tryIndex } from '../matching/try-index.ts'
import { checkFieldSets } from '../matching/update/field-sets.ts'
import type {
  BulkResult,
  Collection,
  Document,
  FindAndModifyOptions,
  FindOptions,
  IndexDescription,
  Namespace,
  UpdateResult,
  WriteOperation,
} from '../port.ts'
import { decodeValue, pack, unpack } from './codec.ts'
import type { Command, CommandAnswer, ModifyKind, QueryOptions, ReadCommand } from './protocol.ts'
import { type FindById, idLookupOf } from './queries/id-reader.ts'
import { scan } from './queries/scan.ts'

/** The way of a collection's commands: to both threads, or all to the one of a transaction. */
export type CommandRoute = {
  read(command: ReadCommand, maxTimeMs: number | undefined): Promise<CommandAnswer>
  write(command: Exclude<Command, ReadCommand>): Promise<CommandAnswer>
  /** Where single documents are read without a thread. */
  findById?: FindById
}

const payloadOf = (...documents: Document[]): Uint8Array => pack(documents.map(encode))
const documentsOf = (answer: CommandAnswer): Uint8Array[] => (answer.documents ? unpack(answer.documents) : [])

const queryOptions = ({ sort, skip, limit, projection, hint }: FindOptions): QueryOptions => ({
  sort,
  skip,
  limit,
  projection,
  hint,
})

const EMPTY: BulkResult = { inserted: 0, matched: 0, modified: 0, deleted: 0, upserted: 0, errors: [] }

/** The `_id` in front; one is made where it is missing. */
function identified(document: Document): Document {
  const { _id = new ObjectId(), ...rest } = document
  return { _id, ...rest }
}

function withFilters(answer: CommandAnswer): IndexDescription[] {
  const filters = documentsOf(answer).map(decode)
  return (answer.indexes ?? []).map((index, at) => {
    const partialFilterExpression = filters[at] ?? {}
    return Object.keys(partialFilterExpression).length > 0 ? { ...index, partialFilterExpression } : index
  })
}

function readMethods(namespace: Namespace, route: CommandRoute) {
  const findRaw = async (filter: Document, options: FindOptions = {}) => {
    const lookup = route.findById && idLookupOf(filter, options)
    const found = lookup && route.findById?.(namespace, lookup)
    if (found) return found
    const command = { kind: 'find', namespace, payload: payloadOf(filter), options: queryOptions(options) } as const
    return documentsOf(await route.read(command, options.maxTimeMs))
  }
  const find = async (filter: Document, options?: FindOptions) => (await findRaw(filter, options)).map(decode)
  const aggregateRaw = async (stages: readonly Document[], { maxTimeMs }: { maxTimeMs?: number } = {}) =>
    documentsOf(await route.read({ kind: 'aggregate', namespace, payload: payloadOf(...stages) }, maxTimeMs))
  return {
    findRaw,
    find,
    findOne: async (filter, options) => (await find(filter, { ...options, limit: 1 }))[0],
    scan: (filter, options = {}) =>
      scan(command => route.read(command, options.maxTimeMs), {
        namespace,
        payload: payloadOf(filter),
        options: queryOptions(options),
        size: options.batchSize,
      }),
    count: async (filter, { limit = 0, maxTimeMs } = {}) =>
      (await route.read({ kind: 'count', namespace, payload: payloadOf(filter), limit }, maxTimeMs)).count ?? 0,
    indexFor: async (filter, options = {}) => {
      const command = { kind: 'plan', namespace, payload: payloadOf(filter), options: queryOptions(options) } as const
      return (await route.read(command, undefined)).names?.[0]
    },
    estimatedCount: async () => (await route.read({ kind: 'estimate', namespace }, undefined)).count ?? 0,
    aggregate: async (stages, options) => (await aggregateRaw(stages, options)).map(decode),
    aggregateRaw,
    listIndexes: async () => withFilters(await route.read({ kind: 'list-indexes', namespace }, undefined)),
  } satisfies Partial<Collection>
}

function writeMethods(namespace: Namespace, route: CommandRoute) {
  const insert = (documents: readonly Document[], flags: { ordered: boolean; single: boolean }) =>
    route.write({ kind: 'insert', namespace, payload: payloadOf(...documents), ...flags })
  const single = (operation: WriteOperation) =>
    route.write({ kind: 'bulk', namespace, payload: payloadOf(operation), ordered: true, single: true })
  const update = async (operation: WriteOperation): Promise<UpdateResult> => {
    const answer = await single(operation)
    const { matched, modified } = answer.bulk ?? EMPTY
    const [upserted] = documentsOf(answer)
    return upserted ? { matched, modified, upsertedId: decodeValue(upserted) } : { matched, modified }
  }
  const remove = async (operation: WriteOperation) => (await single(operation)).bulk?.deleted ?? 0
  const bulkWrite = async (operations: readonly WriteOperation[], { ordered = true } = {}) =>
    (await route.write({ kind: 'bulk', namespace, payload: payloadOf(...operations), ordered, single: false })).bulk ??
    EMPTY
  return {
    insertOne: async document => {
      const made = identified(document)
      await insert([made], { ordered: true, single: true })
      return made._id
    },
    insertMany: async (documents, { ordered = true } = {}) =>
      (await insert(documents.map(identified), { ordered, single: false })).bulk ?? EMPTY,
    updateOne: (filter, change, { upsert = false } = {}) => update({ updateOne: { filter, update: change, upsert } }),
    updateMany: (filter, change, { upsert = false } = {}) => update({ updateMany: { filter, update: change, upsert } }),
    replaceOne: (filter, replacement, { upsert = false } = {}) =>
      update({ replaceOne: { filter, replacement, upsert } }),
    deleteOne: filter => remove({ deleteOne: { filter } }),
    deleteMany: filter => remove({ deleteMany: { filter } }),
    bulkWrite,
    async setEach(filter, sets) {
      checkFieldSets(filter, sets)
      const operations = [...sets].map(([_id, fields]): WriteOperation => {
        return { updateOne: { filter: { ...filter, _id }, update: { $set: fields } } }
      })
      const { matched, modified, errors } = await bulkWrite(operations, { ordered: false })
      const [error] = errors
      if (error?.code === 'duplicate-key') throw new DuplicateKeyError(error.message)
      if (error) throw new InvalidQueryError(error.message)
      return { matched, modified }
    },
  } satisfies Partial<Collection>
}

function modifyMethods(namespace: Namespace, route: CommandRoute) {
  const modify = async (change: ModifyKind, documents: Document[], options: FindAndModifyOptions = {}) => {
    const { sort, projection, upsert, returnDocument } = options
    const answer = await route.write({
      kind: 'modify',
      namespace,
      change,
      payload: payloadOf(...documents),
      options: { sort, projection, upsert, returnAfter: returnDocument === 'after' },
    })
    return answer.documents && decode(answer.documents)
  }
  return {
    findOneAndUpdate: (filter, update, options) => modify('update', [filter, update], options),
    findOneAndReplace: (filter, replacement, options) => modify('replace', [filter, replacement], options),
    findOneAndDelete: (filter, options) => modify('delete', [filter], options),
  } satisfies Partial<Collection>
}

function indexMethods(namespace: Namespace, route: CommandRoute) {
  return {
    createIndex: async (keys, { partialFilterExpression, collation, ...options } = {}) => {
      checkIndex(keys, { partialFilterExpression, collation, ...options })
      if (collation) throw new UnsupportedByStoreError('A collation of an index')
      const isPartial = Object.keys(partialFilterExpression ?? {}).length > 0
      const payload = partialFilterExpression && isPartial ? payloadOf(partialFilterExpression) : pack([])
      return (await route.write({ kind: 'create-index', namespace, keys, options, payload })).names?.[0] ?? ''
    },
    tryIndex: async (keys, options = {}) => {
      if (options.collation) throw new UnsupportedByStoreError('A collation of an index')
      return tryIndex(readMethods(namespace, route), keys, options)
    },
    dropIndex: async name => (await route.write({ kind: 'drop-index', namespace, name })).done ?? false,
  } satisfies Partial<Collection>
}

export function openCollection(namespace: Namespace, route: CommandRoute): Collection {
  return {
    ...readMethods(namespace, route),
    ...writeMethods(namespace, route),
    ...modifyMethods(namespace, route),
    ...indexMethods(namespace, route),
  }
}
