import { newEtag } from '@sluice/documents'
import {
  applyUpdate,
  type Collection,
  type Document,
  DuplicateKeyError,
  type Namespace,
  type Store,
} from '@sluice/store'
import { INNER_COLLECTION, readRules } from '../domain/collection-rules.ts'
import type {
  CollectionMeta,
  CollectionMetas,
  CollectionProperties,
  CollectionRules,
} from '../ports/collection-metas.ts'
import { shortMemory } from './short-memory.ts'

const FRESH_MS = 2_000
const MAX_REMEMBERED = 1_000

/** What is kept about collections, in a collection of their own beside them. */
export function storedCollectionMetas(store: Store): CollectionMetas {
  const inner = ({ db }: Namespace) => store.collection({ db, collection: INNER_COLLECTION })
  const known = shortMemory<CollectionRules>({ freshMs: FRESH_MS, most: MAX_REMEMBERED })
  const keyOf = ({ db, collection }: Namespace) => `${db}/${collection}`

  const find: CollectionMetas['find'] = async namespace => {
    const stored = await inner(namespace).findOne({ _id: namespace.collection })
    return stored && metaOf(stored)
  }

  return {
    find,
    async read(namespace) {
      const stored = await inner(namespace).findOne({ _id: namespace.collection })
      return metaOf(stored ?? (await create(inner(namespace), namespace)))
    },
    async change(namespace, properties, condition) {
      const filter = { _id: namespace.collection, ...condition }
      const after = await inner(namespace).findOneAndUpdate(filter, updateOf(properties), { returnDocument: 'after' })
      known.forget(keyOf(namespace))
      return after && metaOf(after)
    },
    async remove(namespace, condition) {
      const removed = await inner(namespace).deleteOne({ _id: namespace.collection, ...condition })
      known.forget(keyOf(namespace))
      return removed > 0
    },
    trial: { find, ...tryingMetas(inner) },
    rulesOf: namespace =>
      known.get(keyOf(namespace), async () =>
        readRules(metaOf((await inner(namespace).findOne({ _id: namespace.collection })) ?? {})),
      ),
  }
}

function tryingMetas(inner: (namespace: Namespace) => Collection): Omit<CollectionMetas['trial'], 'find'> {
  /** What is kept, or would be made at this question; undefined where the condition does not hold. */
  async function find(namespace: Namespace, condition: Document): Promise<Document | undefined> {
    const stored = await inner(namespace).findOne({ _id: namespace.collection })
    const isMet = Object.keys(condition).length === 0
    if (!stored) return isMet ? { _id: namespace.collection, _etag: newEtag() } : undefined
    return isMet ? stored : inner(namespace).findOne({ _id: namespace.collection, ...condition })
  }
  return {
    read: async namespace => metaOf((await find(namespace, {})) ?? {}),
    async change(namespace, properties, condition) {
      const before = await find(namespace, condition)
      return before && metaOf(applyUpdate(before, updateOf(properties)))
    },
    remove: async (namespace, condition) => (await find(namespace, condition)) !== undefined,
  }
}

async function create(collection: Collection, { collection: name }: Namespace): Promise<Document> {
  const made = { _id: name, _etag: newEtag() }
  try {
    await collection.insertOne(made)
    return made
  } catch (error) {
    if (error instanceof DuplicateKeyError) return (await collection.findOne({ _id: name })) ?? made
    throw error
  }
}

const NAMES = ['description', 'aggrs', 'jsonSchema'] as const

function metaOf(stored: Document): CollectionMeta {
  const properties = NAMES.flatMap(name => (typeof stored[name] === 'string' ? [[name, stored[name]] as const] : []))
  return { etag: stored._etag, ...Object.fromEntries(properties) }
}

function updateOf(properties: CollectionProperties): Document {
  const named = NAMES.filter(name => name in properties)
  const $set = Object.fromEntries(
    named.flatMap(name => (properties[name] === undefined ? [] : [[name, properties[name]]])),
  )
  const $unset = Object.fromEntries(named.filter(name => properties[name] === undefined).map(name => [name, true]))
  return { $set: { ...$set, _etag: newEtag() }, ...(Object.keys($unset).length > 0 ? { $unset } : {}) }
}
