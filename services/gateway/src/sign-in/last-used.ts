import type { Logger } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import type { LiveKey } from './live-keys.ts'

/** Notes when keys were last used: at first use, then at most once a minute per key, written in batches. */
export type LastUsed = {
  note(key: LiveKey, at: number): void
  /** Writes what is noted. What fails stays noted. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 60_000
const FLUSH_MS = 1_000

export function createLastUsed({ store, db, logger }: { store: Store; db: string; logger: Logger }): LastUsed {
  const keys = store.collection({ db, collection: 'apiKeys' })
  let noted = new Map<string, number>()
  const timer = setInterval(() => void flush(), FLUSH_MS).unref()
  let flushing: Promise<void> = Promise.resolve()

  const flush = () => {
    flushing = flushing.then(write)
    return flushing
  }

  async function write(): Promise<void> {
    if (noted.size === 0) return
    const batch = noted
    noted = new Map()
    try {
      const operations = [...batch].map(([_id, at]) => ({
        updateOne: { filter: { _id }, update: { $set: { lastUsedAt: new Date(at) } } },
      }))
      await keys.bulkWrite(operations, { ordered: false })
    } catch (error) {
      noted = new Map([...batch, ...noted])
      logger.warn({ err: error, keys: batch.size }, 'last-used.not-written')
    }
  }

  return {
    note(key, at) {
      if (at - key.usedAt < EVERY_MS) return
      key.usedAt = at
      noted.set(key._id, at)
    },
    flush,
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}
