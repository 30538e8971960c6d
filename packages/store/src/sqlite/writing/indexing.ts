import { DuplicateKeyError } from '../../errors.ts'
import { indexEntries } from '../../matching/index-entries.ts'
import type { Document } from '../../port.ts'
import { type Index, markMultikey, type StoredCollection } from '../catalog.ts'
import type { Database } from '../database.ts'

/** @throws DuplicateKeyError */
function checkUnique(
  database: Database,
  { entries }: StoredCollection,
  entry: { index: Index; key: Uint8Array; doc: number },
): void {
  const { index, key, doc } = entry
  if (!index.unique) return
  const taken = database.get(
    `SELECT 1 FROM ${entries} WHERE idx = ? AND key = ? AND doc <> ? LIMIT 1`,
    index.id,
    key,
    doc,
  )
  if (taken) throw new DuplicateKeyError(`A value of the unique index ${index.name} is taken.`)
}

type IndexedChange = { doc: number; before?: Document; after?: Document }

/** Brings the entries of one index from one state of a document to another. @throws DuplicateKeyError */
export function reindex(
  database: Database,
  collection: StoredCollection,
  change: IndexedChange & { index: Index },
): void {
  const { doc, before, after, index } = change
  const old = indexEntries(before, index)
  const now = indexEntries(after, index)
  const { entries } = collection
  for (const [text, key] of old.keys) {
    if (!now.keys.has(text))
      database.run(`DELETE FROM ${entries} WHERE idx = ? AND key = ? AND doc = ?`, index.id, key, doc)
  }
  for (const [text, key] of now.keys) {
    if (old.keys.has(text)) continue
    checkUnique(database, collection, { index, key, doc })
    database.run(`INSERT INTO ${entries} (idx, key, doc) VALUES (?, ?, ?)`, index.id, key, doc)
  }
  if (now.multi) markMultikey(database, index)
}

/** Brings the entries of all indexes along. @throws DuplicateKeyError */
export function reindexAll(database: Database, collection: StoredCollection, change: IndexedChange): void {
  for (const index of collection.indexes) reindex(database, collection, { ...change, index })
}
