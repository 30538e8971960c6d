import { newEtag } from '@sluice/documents'
import { type Document, DuplicateKeyError, type Namespace, type Store } from '@sluice/store'
import type { CollectionEtags } from '../ports.ts'

const INNER = '_collections'

/** The versions of collections, in a collection of their own beside them. */
export function storedCollectionEtags(store: Store): CollectionEtags {
  const inner = ({ db }: Namespace) => store.collection({ db, collection: INNER })

  return {
    async read(namespace) {
      const stored = await inner(namespace).findOne({ _id: namespace.collection })
      return stored ?? create(inner(namespace), namespace)
    },
    remove: async (namespace, condition) =>
      (await inner(namespace).deleteOne({ _id: namespace.collection, ...condition })) > 0,
  }
}

async function create(inner: ReturnType<Store['collection']>, { collection }: Namespace): Promise<Document> {
  const made = { _id: collection, _etag: newEtag() }
  try {
    await inner.insertOne(made)
    return made
  } catch (error) {
    if (error instanceof DuplicateKeyError) return (await inner.findOne({ _id: collection })) ?? made
    throw error
  }
}
