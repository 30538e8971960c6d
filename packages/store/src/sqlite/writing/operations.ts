import { decodeExact } from '../../bson-codec.ts'
import { InvalidQueryError } from '../../errors.ts'
import { checkReplacement, compileUpdate, replacementFor, seedOf, withId } from '../../matching/update/update.ts'
import { isDocument } from '../../matching/values/value.ts'
import type { BulkResult, Document, Namespace, Sort } from '../../port.ts'
import { type Connection, checkQuery, type FoundDocument, findIn, finish } from '../queries/find.ts'
import { deleteDocument, ensureCollection, insertDocument, updateDocument } from './rows.ts'

export type WriteCounts = { -readonly [Key in keyof Omit<BulkResult, 'errors'>]: number }
export const noCounts = (): WriteCounts => ({ inserted: 0, matched: 0, modified: 0, deleted: 0, upserted: 0 })

/** Changes the document in place, or gives another one in its place. */
export type Transform = (document: Document, isInsert: boolean) => Document

export function updating(update: Document): Transform {
  const apply = compileUpdate(update)
  return (document, isInsert) => {
    apply(document, { now: new Date(), isInsert })
    return document
  }
}

export function replacing(replacement: Document): Transform {
  checkReplacement(replacement)
  return document => replacementFor(document, replacement)
}

type MatchTarget = { namespace: Namespace; filter: Document; sort?: Sort; limit: number }

/** What a write is about; found in full before the first change, so that no document is met twice. */
export function findTargets(
  { database, catalog }: Connection,
  { namespace, filter, sort, limit }: MatchTarget,
): FoundDocument[] {
  const collection = catalog.find(namespace)
  if (collection) return finish(findIn(database, collection, { filter, options: { sort, limit } }))
  checkQuery(filter, { sort })
  return []
}

/** @returns the document as it is now, and whether that is a change */
export function change(
  connection: Connection,
  namespace: Namespace,
  { found, by }: { found: FoundDocument; by: Transform },
): { after: Document; isModified: boolean } {
  const collection = ensureCollection(connection, namespace)
  const before = collection.indexes.length > 0 ? decodeExact(found.body) : found.document
  const after = by(found.document, false)
  return { after, isModified: updateDocument(connection.database, collection, { found, before, after }) }
}

/** Inserts what the filter and the change make together. */
export function upsert(
  connection: Connection,
  namespace: Namespace,
  { filter, by }: { filter: Document; by: Transform },
): Document {
  const seed = seedOf(filter)
  const document = withId(by(seed, true))
  insertDocument(connection.database, ensureCollection(connection, namespace), { document })
  return document
}

function documentAt(operation: Document, field: string): Document {
  const value = operation[field]
  if (!isDocument(value)) throw new InvalidQueryError(`The operation needs ${field}, a document.`)
  return value
}

type OperationStep = { connection: Connection; namespace: Namespace; counts: WriteCounts }
/** @returns the `_id` of a document that was made by an upsert */
type OperationRunner = (step: OperationStep, operation: Document) => unknown

function write(step: OperationStep, operation: Document, { by, limit }: { by: Transform; limit: number }): unknown {
  const { connection, namespace, counts } = step
  const filter = documentAt(operation, 'filter')
  const targets = findTargets(connection, { namespace, filter, limit })
  for (const found of targets) counts.modified += Number(change(connection, namespace, { found, by }).isModified)
  counts.matched += targets.length
  if (targets.length > 0 || operation.upsert !== true) return undefined
  counts.upserted += 1
  return upsert(connection, namespace, { filter, by })._id
}

function remove({ connection, namespace, counts }: OperationStep, operation: Document, limit: number): void {
  const targets = findTargets(connection, { namespace, filter: documentAt(operation, 'filter'), limit })
  for (const found of targets) deleteDocument(connection.database, ensureCollection(connection, namespace), found)
  counts.deleted += targets.length
}

function insert({ connection, namespace, counts }: OperationStep, operation: Document): void {
  const document = withId(documentAt(operation, 'document'))
  insertDocument(connection.database, ensureCollection(connection, namespace), { document })
  counts.inserted += 1
}

const OPERATIONS: Record<string, OperationRunner> = {
  insertOne: insert,
  updateOne: (step, operation) => write(step, operation, { by: updating(documentAt(operation, 'update')), limit: 1 }),
  updateMany: (step, operation) => write(step, operation, { by: updating(documentAt(operation, 'update')), limit: 0 }),
  replaceOne: (step, operation) =>
    write(step, operation, { by: replacing(documentAt(operation, 'replacement')), limit: 1 }),
  deleteOne: (step, operation) => remove(step, operation, 1),
  deleteMany: (step, operation) => remove(step, operation, 0),
}

/** Carries out one `WriteOperation`. @returns the `_id` of a document that was made by an upsert */
export function operate(step: OperationStep, operation: Document): unknown {
  const [name = '', argument] = Object.entries(operation)[0] ?? []
  const run = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined
  if (!run || !isDocument(argument)) throw new InvalidQueryError(`Not a write operation: ${name}.`)
  return run(step, argument)
}
