import { ObjectId } from 'bson'
import { encodeKey } from '../../matching/values/key-encoding.ts'
import type { Document, FindOptions, Namespace } from '../../port.ts'
import { openCatalog } from '../catalog.ts'
import { bytesOf, openDatabase } from '../database.ts'

/** Looks a document up by its `_id`. @returns undefined where the reading thread has to be asked */
export type FindById = (namespace: Namespace, id: unknown) => Uint8Array[] | undefined

/** Nothing here waits for a lock: who can't read at once asks the reading thread, which does. */
const LOCK_MS = 0

/**
 * Reads single documents in the thread that asks: to send a look-up to another thread and back takes ten times what it
 * takes itself, and what it takes is bounded by the size of one document. It sees what was committed last.
 */
export function openIdReader(path: string): { find: FindById; close(): void } {
  const database = openDatabase(path, { readOnly: true, lockMs: LOCK_MS })
  const catalog = openCatalog(database)
  return {
    find(namespace, id) {
      try {
        const collection = catalog.find(namespace)
        if (!collection) return []
        const row = database.get(`SELECT body FROM ${collection.documents} WHERE key = ?`, encodeKey([id]))
        return row ? [bytesOf(row, 'body')] : []
      } catch {
        // The file is locked for a moment, or the collection went between the two statements.
        return undefined
      }
    },
    close: database.close,
  }
}

/**
 * Tells whether a find asks for one document by its `_id` and for nothing else, so that a look-up by its key finds what the
 * filter means.
 */
export function isIdLookup(filter: Document, { sort, skip, projection, hint }: FindOptions): boolean {
  if (sort || skip || projection || hint !== undefined) return false
  for (const path in filter) if (path !== '_id') return false
  const { _id: id } = filter
  return typeof id === 'string' || id instanceof ObjectId || (typeof id === 'number' && !Number.isNaN(id))
}
