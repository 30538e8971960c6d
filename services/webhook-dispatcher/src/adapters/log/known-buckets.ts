import type { Namespace, Store } from '@sluice/store'
import { hourOf } from '../../domain/execution/execution-id.ts'

const KNOWN_MS = 1_000
/** Buckets from about now are taken to be there: they may have been made a moment ago. */
const RECENT_MS = 2 * 3_600_000

/**
 * Knows which collections are worth a look: hours and days without events have none, and a log is read over hundreds of
 * them. What is made now for an hour of long ago is seen after a second.
 */
export function createKnownBuckets({ store, db }: { store: Store; db: string }) {
  let listing: Promise<ReadonlySet<string>> | undefined
  let listedAt = Number.NEGATIVE_INFINITY

  function list(): Promise<ReadonlySet<string>> {
    if (listing && performance.now() - listedAt < KNOWN_MS) return listing
    listedAt = performance.now()
    const started = store.listCollections(db).then(names => new Set(names))
    started.catch(() => {
      listing = undefined
    })
    listing = started
    return started
  }

  /** @returns those that may hold rows @param bucket their day or hour */
  return async (bucket: string, named: readonly Namespace[]): Promise<Namespace[]> => {
    if (bucket >= hourOf(Date.now() - RECENT_MS).slice(0, bucket.length)) return [...named]
    const known = await list()
    return named.filter(({ collection }) => known.has(collection))
  }
}
