import { callFor } from './call.ts'
import { serviceFacts } from './service-facts.ts'

type CollectionLine = { _id: string; documents?: number }

const ALL = 1_000

/** A collection with its database. `isDefault`: addresses leave the name of that database out. */
type NamedCollection = { db: string; collection: string; isDefault: boolean }

/** The collections that one may read. */
export async function listCollections(): Promise<NamedCollection[]> {
  const service = await serviceFacts()
  const dbs = service.tier === 'shared' ? [service.defaultDatabase] : await names('/')
  const lists = await Promise.all(
    dbs.map(async db => {
      const collections = await names(service.tier === 'shared' ? '/' : `/${encodeURIComponent(db)}`)
      return collections.map(collection => ({ db, collection, isDefault: db === service.defaultDatabase }))
    }),
  )
  return lists.flat()
}

const names = async (path: string): Promise<string[]> =>
  (await callFor<CollectionLine[]>({ method: 'GET', path: `${path}?pagesize=${ALL}` })).map(({ _id }) => _id)
