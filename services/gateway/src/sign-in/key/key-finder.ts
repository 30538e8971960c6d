import { LRUCache } from 'lru-cache'

/** Reads keys that are not held from where they are stored, by hash: one read at a time for all that ask meanwhile. */
export type KeyFinder<K> = {
  /** What is stored at some time after the call; what was not, within the last seconds, is not read again. @returns undefined when too many are asked for already */
  find(hash: string): Promise<K | undefined> | undefined
}

type RunningLookups<K> = Map<string, PromiseWithResolvers<K | undefined>>

/** Whoever sends invented keys costs one read of so many hashes at a time, and no more. */
const MAX_ASKED = 1_000
/** Nobody knows a secret before it is stored: one that was not there comes only with a store that was put back. */
const MISSING_MS = 10_000
const MAX_MISSING = 10_000

/**
 * @param read answers with those that are stored, in any order, each with the hash that it was found by
 * @param now monotonic, in ms
 */
export function createKeyFinder<K>(
  read: (hashes: readonly string[]) => Promise<readonly (readonly [hash: string, key: K])[]>,
  now = () => performance.now(),
): KeyFinder<K> {
  const missing = new LRUCache<string, number>({ max: MAX_MISSING })
  // Those of the read that is under way are not among them: it may have been sent before a key was stored.
  let asked: RunningLookups<K> = new Map()
  let isReading = false

  async function readOn(): Promise<void> {
    if (isReading) return
    isReading = true
    while (asked.size > 0) {
      const batch = asked
      asked = new Map()
      await answer(batch)
    }
    isReading = false
  }

  async function answer(batch: RunningLookups<K>): Promise<void> {
    try {
      const found = new Map(await read([...batch.keys()]))
      for (const [hash, { resolve }] of batch) {
        const key = found.get(hash)
        if (key === undefined) missing.set(hash, now() + MISSING_MS)
        resolve(key)
      }
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }

  return {
    find(hash) {
      const known = asked.get(hash)
      if (known) return known.promise
      const until = missing.get(hash)
      if (until !== undefined && until > now()) return Promise.resolve(undefined)
      if (asked.size >= MAX_ASKED) return undefined
      const asking = Promise.withResolvers<K | undefined>()
      asked.set(hash, asking)
      void readOn()
      return asking.promise
    },
  }
}
