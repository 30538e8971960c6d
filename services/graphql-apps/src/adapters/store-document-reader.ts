import type { Store } from '@sluice/store'
import type { DocumentReader } from '../execution/document-reader.ts'

/** Reads documents from the store. A limit without bound is none. */
export const storeDocumentReader =
  (store: Store): DocumentReader =>
  ({ db, collection, filter, sort, skip, limit, projection, maxTimeMs }) =>
    store.collection({ db, collection }).find(filter, {
      maxTimeMs,
      ...(sort ? { sort } : {}),
      ...(skip > 0 ? { skip } : {}),
      ...(Number.isFinite(limit) ? { limit } : {}),
      ...(projection ? { projection } : {}),
    })
