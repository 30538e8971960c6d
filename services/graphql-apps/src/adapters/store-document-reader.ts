import type { FindOptions, Store } from '@sluice/store'
import type { DocumentReader, ReadRequest } from '../execution/document-reader.ts'

/** Reads documents from the store. */
export const storeDocumentReader = (store: Store) =>
  ({
    find: request => collectionOf(store, request).find(request.filter, optionsOf(request)),
    findRaw: request => collectionOf(store, request).findRaw(request.filter, optionsOf(request)),
    indexFor: ({ db, collection, filter, sort, skip = 0, limit = Number.POSITIVE_INFINITY }) =>
      store.collection({ db, collection }).indexFor(filter, windowOf({ sort, skip, limit })),
    aggregate: ({ db, collection, stages, limit, maxTimeMs }) =>
      store
        .collection({ db, collection })
        .aggregate(Number.isFinite(limit) ? [...stages, { $limit: limit }] : stages, { maxTimeMs }),
  }) satisfies DocumentReader

const collectionOf = (store: Store, { db, collection }: ReadRequest) => store.collection({ db, collection })

function optionsOf({ sort, skip, limit, projection, maxTimeMs }: ReadRequest): FindOptions {
  const options = windowOf({ sort, skip, limit })
  options.maxTimeMs = maxTimeMs
  if (projection) options.projection = projection
  return options
}

/** Without what is not asked for. */
function windowOf({ sort, skip, limit }: Pick<ReadRequest, 'sort' | 'skip' | 'limit'>): FindOptions {
  const options: FindOptions = {}
  if (sort) options.sort = sort
  if (skip > 0) options.skip = skip
  if (Number.isFinite(limit)) options.limit = limit
  return options
}
