import type { Namespace, Store } from '@sluice/store'
import type { Catalog } from '../ports.ts'

const FRESH_MS = 2_000
const MAX_DATABASES = 100

type Entry = { names: Promise<ReadonlySet<string>>; until: number }

/** Which collections there are, asked for at most every 2 s a database as long as the answer is yes. */
export function storeCatalog(store: Store): Catalog {
  const entries = new Map<string, Entry>()

  function load(db: string): Promise<ReadonlySet<string>> {
    const names = store.listCollections(db).then(list => new Set(list))
    if (entries.size >= MAX_DATABASES) entries.clear()
    entries.set(db, { names, until: performance.now() + FRESH_MS })
    names.catch(() => entries.delete(db))
    return names
  }

  return {
    async has({ db, collection }: Namespace) {
      const known = entries.get(db)
      if (known && known.until > performance.now() && (await known.names).has(collection)) return true
      return (await load(db)).has(collection)
    },
    forget: db => void entries.delete(db),
  }
}
