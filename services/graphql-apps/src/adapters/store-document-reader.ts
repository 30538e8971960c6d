import type { Store } from '@sluice/store'
import type { DocumentReader } from '../execution/document-reader.ts'

/** Reads documents from the store. */
export const storeDocumentReader = (store: Store): DocumentReader => ({
  find: ({ db, collection, filter, sort, skip, limit, projection, maxTimeMs }) =>
    store.collection({ db, collection }).find(filter, {
      maxTimeMs,
      ...(sort ? { sort } : {}),
      ...(skip > 0 ? { skip } : {}),
      ...(Number.isFinite(limit) ? { limit } : {}),
      ...(projection ? { projection } : {}),
    }),
  aggregate: ({ db, collection, stages, limit, maxTimeMs }) =>
    store
      .collection({ db, collection })
      .aggregate(Number.isFinite(limit) ? [...stages, { $limit: limit }] : stages, { maxTimeMs }),
})
