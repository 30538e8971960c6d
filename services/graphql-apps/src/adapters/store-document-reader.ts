import type { Store } from '@sluice/store'
import type { DocumentReader, ReadRequest } from '../execution/document-reader.ts'

/** Reads documents from the store. */
export const storeDocumentReader = (store: Store): DocumentReader => ({
  find: ({ db, collection, filter, sort, skip, limit, projection, maxTimeMs }) =>
    store.collection({ db, collection }).find(filter, {
      maxTimeMs,
      ...windowOf({ sort, skip, limit }),
      ...(projection ? { projection } : {}),
    }),
  indexFor: ({ db, collection, filter, sort, skip = 0, limit = Number.POSITIVE_INFINITY }) =>
    store.collection({ db, collection }).indexFor(filter, windowOf({ sort, skip, limit })),
  aggregate: ({ db, collection, stages, limit, maxTimeMs }) =>
    store
      .collection({ db, collection })
      .aggregate(Number.isFinite(limit) ? [...stages, { $limit: limit }] : stages, { maxTimeMs }),
})

const windowOf = ({ sort, skip, limit }: Pick<ReadRequest, 'sort' | 'skip' | 'limit'>) => ({
  ...(sort ? { sort } : {}),
  ...(skip > 0 ? { skip } : {}),
  ...(Number.isFinite(limit) ? { limit } : {}),
})
