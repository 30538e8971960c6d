import { decodeExact, encode } from '../../bson-codec.ts'
import { DuplicateKeyError, InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import { compileFilter } from '../../matching/filter/filter.ts'
import { defaultIndexName, otherIndex, sameKeys } from '../../matching/index-keys.ts'
import { checkId } from '../../matching/update/update.ts'
import { compileSort } from '../../matching/values/sort.ts'
import type { BulkResult, Document, Namespace } from '../../port.ts'
import { addIndex, ID_INDEX_NAME, type Index, removeCollection, removeIndex } from '../catalog.ts'
import { encodeValue, pack, unpack, unpackFirst } from '../codec.ts'
import type { CommandAnswer, WriteCommand } from '../protocol.ts'
import { candidates } from '../queries/candidates.ts'
import { type Connection, projected } from '../queries/find.ts'
import { sqliteCode } from '../wire-errors.ts'
import { reindex } from './indexing.ts'
import { change, findTargets, noCounts, operate, replacing, type Transform, updating, upsert } from './operations.ts'
import { deleteDocument, ensureCollection, insertDocument } from './rows.ts'

type WriteCommandOf<Kind extends WriteCommand['kind']> = Extract<WriteCommand, { kind: Kind }>

/** Runs it so that a failure leaves nothing of it. */
export function atomically<T>({ database }: Connection, work: () => T): T {
  database.run('SAVEPOINT operation')
  try {
    const result = work()
    database.run('RELEASE operation')
    return result
  } catch (error) {
    database.run('ROLLBACK TO operation')
    database.run('RELEASE operation')
    throw error
  }
}

type WriteFailure = BulkResult['errors'][number]

function failureOf(error: unknown, index: number): WriteFailure {
  if (error instanceof DuplicateKeyError) return { index, code: 'duplicate-key', message: error.message }
  const isRefusal = error instanceof InvalidQueryError || error instanceof UnsupportedByStoreError
  if (!isRefusal || sqliteCode(error) !== undefined) throw error
  return { index, code: 'invalid', message: error.message }
}

type Many = { ordered: boolean; single: boolean; items: Uint8Array[] }

/** Each item on its own; the failed ones are named, or thrown when there is only the one. */
function each(
  connection: Connection,
  { ordered, single, items }: Many,
  run: (item: Document, body: Uint8Array) => void,
): WriteFailure[] {
  const errors: WriteFailure[] = []
  for (const [index, body] of items.entries()) {
    if (single) {
      run(decodeExact(body), body)
      continue
    }
    try {
      atomically(connection, () => run(decodeExact(body), body))
    } catch (error) {
      errors.push(failureOf(error, index))
      if (ordered) break
    }
  }
  return errors
}

function insertMany(
  connection: Connection,
  { namespace, payload, ordered, single }: WriteCommandOf<'insert'>,
): CommandAnswer {
  const counts = noCounts()
  const items = unpack(payload)
  const errors = each(connection, { ordered, single, items }, (document, body) => {
    checkId(document._id)
    insertDocument(connection.database, ensureCollection(connection, namespace), { document, body })
    counts.inserted += 1
  })
  return { bulk: { ...counts, errors } }
}

function bulk(connection: Connection, { namespace, payload, ordered, single }: WriteCommandOf<'bulk'>): CommandAnswer {
  const counts = noCounts()
  const upserted: Uint8Array[] = []
  const errors = each(connection, { ordered, single, items: unpack(payload) }, operation => {
    const id = operate({ connection, namespace, counts }, operation)
    if (id !== undefined) upserted.push(encodeValue(id))
  })
  return { bulk: { ...counts, errors }, documents: pack(upserted) }
}

function transformOf(command: WriteCommandOf<'modify'>, argument: Document): Transform | undefined {
  switch (command.change) {
    case 'update':
      return updating(argument)
    case 'replace':
      return replacing(argument)
    case 'delete':
      return undefined
  }
}

function modify(connection: Connection, command: WriteCommandOf<'modify'>): CommandAnswer {
  const { namespace, payload, options } = command
  const [filter = {}, argument = {}] = unpack(payload).map(decodeExact)
  const output = projected(options.projection)
  const by = transformOf(command, argument)
  if (options.sort) compileSort(options.sort)
  const [found] = findTargets(connection, { namespace, filter, sort: options.sort, limit: 1 })
  const answer = (document: Document) => ({ documents: output({ id: 0, body: encode(document), document }) })
  if (!found) {
    if (!by || !options.upsert) return {}
    const made = upsert(connection, namespace, { filter, by })
    return options.returnAfter ? answer(made) : {}
  }
  const before = output({ ...found, document: decodeExact(found.body) })
  if (!by) {
    deleteDocument(connection.database, ensureCollection(connection, namespace), found)
    return { documents: before }
  }
  const { after } = change(connection, namespace, { found, by })
  return options.returnAfter ? answer(after) : { documents: before }
}

type WantedIndex = Pick<Index, 'name' | 'keys' | 'unique' | 'sparse' | 'expireAfterSeconds' | 'partialFilter'>

function isSameIndex(known: Index, wanted: WantedIndex): boolean {
  const { name, keys, unique, sparse, expireAfterSeconds, partialFilter = {} } = wanted
  const isSame =
    sameKeys(known.keys, keys) &&
    known.unique === unique &&
    known.sparse === sparse &&
    known.expireAfterSeconds === expireAfterSeconds &&
    Buffer.compare(encode(known.partialFilter ?? {}), encode(partialFilter)) === 0
  if (known.name === name && !isSame) {
    throw otherIndex(name)
  }
  return isSame
}

function fillIndex({ database, catalog }: Connection, namespace: Namespace, name: string): void {
  const collection = catalog.find(namespace)
  const index = collection?.indexes.find(each => each.name === name)
  if (!collection || !index) return
  for (const page of candidates(database, collection, { kind: 'all', isOrdered: true })) {
    for (const { id, body } of page) reindex(database, collection, { doc: id, after: decodeExact(body), index })
  }
}

function createIndex(connection: Connection, command: WriteCommandOf<'create-index'>): CommandAnswer {
  const { namespace, keys, options, payload } = command
  if (sameKeys(keys, { _id: 1 })) return { names: [ID_INDEX_NAME] }
  const { unique = false, sparse = false, expireAfterSeconds, name = defaultIndexName(keys) } = options
  const collection = ensureCollection(connection, namespace)
  const partialFilter = payload.length > 0 ? unpackFirst(payload) : undefined
  if (partialFilter) compileFilter(partialFilter)
  const wanted = { name, keys, unique, sparse, expireAfterSeconds, partialFilter }
  const known = collection.indexes.find(index => isSameIndex(index, wanted))
  if (known) return { names: [known.name] }
  addIndex(connection.database, collection, wanted)
  fillIndex(connection, namespace, name)
  return { names: [name] }
}

function dropIndex(
  { database, catalog }: Connection,
  { namespace, name }: WriteCommandOf<'drop-index'>,
): CommandAnswer {
  const collection = catalog.find(namespace)
  const index = collection?.indexes.find(each => each.name === name)
  if (!collection || !index) return { done: false }
  removeIndex(database, collection, index)
  return { done: true }
}

function createCollection(connection: Connection, namespace: Namespace): CommandAnswer {
  if (connection.catalog.find(namespace)) return { done: false }
  ensureCollection(connection, namespace)
  return { done: true }
}

function dropCollection({ database, catalog }: Connection, namespace: Namespace): CommandAnswer {
  const collection = catalog.find(namespace)
  if (collection) removeCollection(database, collection)
  return { done: collection !== undefined }
}

/** Carries out a write, inside the transaction of the caller. */
export function write(connection: Connection, command: WriteCommand): CommandAnswer {
  switch (command.kind) {
    case 'insert':
      return insertMany(connection, command)
    case 'bulk':
      return bulk(connection, command)
    case 'modify':
      return modify(connection, command)
    case 'create-index':
      return createIndex(connection, command)
    case 'drop-index':
      return dropIndex(connection, command)
    case 'create-collection':
      return createCollection(connection, command.namespace)
    case 'drop-collection':
      return dropCollection(connection, command.namespace)
  }
}
