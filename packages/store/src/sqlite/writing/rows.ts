import { encode } from '../../bson-codec.ts'
import { checkDatabaseName } from '../../database-name.ts'
import { DuplicateKeyError } from '../../errors.ts'
import { encodeKey } from '../../matching/values/key-encoding.ts'
import type { Document, Namespace } from '../../port.ts'
import { addCollection, type StoredCollection } from '../catalog.ts'
import type { Database } from '../database.ts'
import type { Connection, FoundDocument } from '../queries/find.ts'
import { sqliteCode } from '../wire-errors.ts'
import { reindexAll } from './indexing.ts'

const CONSTRAINT = 19

/** The collection, made when it is not there. */
export function ensureCollection({ database, catalog }: Connection, namespace: Namespace): StoredCollection {
  const known = catalog.find(namespace)
  if (known) return known
  checkDatabaseName(namespace.db, catalog.databases())
  addCollection(database, namespace)
  const made = catalog.find(namespace)
  if (!made) throw new TypeError('A collection that was just made is not in the catalogue.')
  return made
}

function insertRow(
  database: Database,
  collection: StoredCollection,
  row: { key: Uint8Array; body: Uint8Array },
): number {
  try {
    return database.run(`INSERT INTO ${collection.documents} (key, body) VALUES (?, ?)`, row.key, row.body).lastId
  } catch (error) {
    if (sqliteCode(error) === CONSTRAINT) throw new DuplicateKeyError('A document with this _id is there already.')
    throw error
  }
}

/** @throws DuplicateKeyError */
export function insertDocument(
  database: Database,
  collection: StoredCollection,
  { document, body = encode(document) }: { document: Document; body?: Uint8Array },
): void {
  const doc = insertRow(database, collection, { key: encodeKey([document._id]), body })
  reindexAll(database, collection, { doc, after: document })
}

/** @returns whether the stored bytes have changed. @throws DuplicateKeyError */
export function updateDocument(
  database: Database,
  collection: StoredCollection,
  change: { found: FoundDocument; before: Document; after: Document },
): boolean {
  const { found, before, after } = change
  const body = encode(after)
  if (Buffer.compare(body, found.body) === 0) return false
  database.run(`UPDATE ${collection.documents} SET body = ? WHERE id = ?`, body, found.id)
  reindexAll(database, collection, { doc: found.id, before, after })
  return true
}

export function deleteDocument(
  database: Database,
  collection: StoredCollection,
  { id, document }: FoundDocument,
): void {
  database.run(`DELETE FROM ${collection.documents} WHERE id = ?`, id)
  reindexAll(database, collection, { doc: id, before: document })
}
