import type { Namespace, Store } from '@sluice/store'
import type { Catalog } from '../ports/catalog.ts'
import { shortMemory } from './short-memory.ts'

const FRESH_MS = 2_000
const MAX_DATABASES = 100

/** Tells which collections there are. The store is asked at most every 2 s a database as long as the answer is yes. */
export function storeCatalog(store: Store): Catalog {
  const known = shortMemory<ReadonlySet<string>>({ freshMs: FRESH_MS, most: MAX_DATABASES })
  const namesIn = (db: string) => known.get(db, async () => new Set(await store.listCollections(db)))

  return {
    async has({ db, collection }: Namespace) {
      if ((await namesIn(db)).has(collection)) return true
      known.forget(db)
      return (await namesIn(db)).has(collection)
    },
    forget: known.forget,
  }
}
