import { ObjectId } from 'bson'
import { encodeKey } from '../../matching/values/key-encoding.ts'
import type { Document, FindOptions, Namespace } from '../../port.ts'
import { openCatalog } from '../catalog.ts'
import { bytesOf, openDatabase } from '../database.ts'
import { copyFields, namedFields } from './copy-fields.ts'

/** Looks a document up by its `_id`. @returns undefined where the reading thread has to be asked */
export type FindById = (namespace: Namespace, lookup: IdLookup) => Uint8Array[] | undefined

/** Nothing here waits for a lock: who can't read at once asks the reading thread, which does. */
const LOCK_MS = 0
/** So many look-ups take half a millisecond. Further ones wait for the reading thread, which lets other work in, until the event loop has turned. */
const MOST_IN_A_ROW = 64

/**
 * Reads single documents in the thread that asks: to send a look-up to another thread and back takes ten times what it
 * takes itself, and what it takes is bounded by the size of one document. It sees what was committed last.
 */
export function openIdReader(path: string): { find: FindById; close(): void } {
  const database = openDatabase(path, { readOnly: true, lockMs: LOCK_MS })
  const catalog = openCatalog(database)
  let inARow = 0
  return {
    find(namespace, { id, fields }) {
      if (inARow === MOST_IN_A_ROW) return undefined
      inARow += 1
      if (inARow === MOST_IN_A_ROW) setImmediate(() => (inARow = 0))
      try {
        const collection = catalog.find(namespace)
        if (!collection) return []
        const row = database.get(`SELECT body FROM ${collection.documents} WHERE key = ?`, encodeKey([id]))
        if (!row) return []
        const body = bytesOf(row, 'body')
        return [fields ? copyFields(body, fields) : body]
      } catch {
        // The file is locked for a moment, the collection went between the two statements, or the document is malformed.
        return undefined
      }
    },
    close: database.close,
  }
}

/** A find that asks for one document by its `_id` and for nothing else. `fields`: the only ones that are wanted, as bytes. */
export type IdLookup = { id: unknown; fields: readonly Buffer[] | undefined }

/** @returns undefined where a filter or its options say more than a look-up by the key of the `_id` finds */
export function idLookupOf(filter: Document, { sort, skip, hint, projection }: FindOptions): IdLookup | undefined {
  if (sort || skip || hint !== undefined) return undefined
  for (const path in filter) if (path !== '_id') return undefined
  const id = equalTo(filter._id)
  if (!isSearched(id)) return undefined
  const fields = projection && namedFields(projection)
  return projection && !fields ? undefined : { id, fields }
}

/** What a condition wants a value to be: itself, or what stands behind its `$eq`. */
function equalTo(condition: unknown): unknown {
  if (typeof condition !== 'object' || condition === null || condition instanceof ObjectId) return condition
  const [operator, ...others] = Object.keys(condition)
  return operator === '$eq' && others.length === 0 ? Reflect.get(condition, '$eq') : undefined
}

const isSearched = (id: unknown): boolean =>
  typeof id === 'string' || id instanceof ObjectId || (typeof id === 'number' && !Number.isNaN(id))
