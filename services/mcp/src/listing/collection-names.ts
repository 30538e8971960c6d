import { isDeepStrictEqual } from 'node:util'
import {
  type CollectionTiering,
  isInternalCollection,
  isManagedCollection,
  isOwnDatabase,
  servedPathOf,
} from '@sluice/documents'
import type { Platform } from '@sluice/service-kit'
import type { Namespace } from '@sluice/store'

/**
 * Names of the owner's collections, sorted, as they were at most two seconds ago, or when they were last forgotten. The
 * same list again as long as they are the same.
 */
export type CollectionNames = { list(): Promise<readonly string[]>; forget(): void }

const FRESH_MS = 2_000
/** Names that are looked at; whoever has more narrows them in the permission. */
const MAX_NAMES = 2_000
const MAX_NAME = 200

const isOwners = (namespace: Namespace, defaultDb: string): boolean =>
  !isInternalCollection(namespace, defaultDb) && !isManagedCollection(namespace, defaultDb)

/**
 * The path of the collection of this name, percent-encoded, without a query.
 * @returns undefined for a name that no collection of the owner's can have, or that would lead elsewhere
 */
export function collectionPath(name: string, { tier, db: defaultDb }: CollectionTiering): string | undefined {
  if (name.length > MAX_NAME || !name.isWellFormed()) return undefined
  const parts = name.split('/')
  if (parts.length !== (tier === 'dedicated' ? 2 : 1)) return undefined
  const collection = parts.at(-1) ?? ''
  const db = tier === 'dedicated' ? (parts[0] ?? '') : defaultDb
  const isServed = servedPathOf({ db, collection }, tier) !== undefined
  return isServed && isOwners({ db, collection }, defaultDb) ? `/${parts.map(encodeURIComponent).join('/')}` : undefined
}

export function createCollectionNames({
  store,
  db: defaultDb,
  tier,
}: Pick<Platform, 'store' | 'db' | 'tier'>): CollectionNames {
  let latest: readonly string[] = []
  let known: { names: Promise<readonly string[]>; until: number } | undefined

  async function read(): Promise<readonly string[]> {
    const databases = tier === 'dedicated' ? (await store.listDatabases()).filter(isOwnDatabase) : [defaultDb]
    const names: string[] = []
    for (const db of databases) {
      const collections = await store.listCollections(db)
      names.push(...collections.map(collection => (tier === 'dedicated' ? `${db}/${collection}` : collection)))
    }
    const reachable = names.filter(name => collectionPath(name, { tier, db: defaultDb }) !== undefined)
    const sorted = reachable.toSorted().slice(0, MAX_NAMES)
    if (!isDeepStrictEqual(latest, sorted)) latest = sorted
    return latest
  }

  return {
    list() {
      if (known && known.until > performance.now()) return known.names
      const names = read()
      const entry = { names, until: performance.now() + FRESH_MS }
      known = entry
      names.catch(() => {
        if (known === entry) known = undefined
      })
      return names
    },
    forget() {
      known = undefined
    },
  }
}
