import { KEY_USAGE_COLLECTION, KEY_USAGE_DAYS } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { Store, WriteOperation } from '@sluice/store'
import type { LiveKey } from './live-keys.ts'

/** Notes when keys were last used - at first use, then at most once a minute - and how often in a day; written in batches. */
export type KeyUsageNotes = {
  note(key: LiveKey, at: number): void
  stop(): Promise<void>
}

const LAST_USE_EVERY_MS = 60_000
const LAST_USE_FLUSH_MS = 1_000
const COUNT_FLUSH_MS = 10_000
const DAY_MS = 86_400_000
const MAX_BATCH = 1_000

type Dependencies = { store: Store; db: string; now(): number; logger: Logger }

export function createKeyUsage({ store, db, now, logger }: Dependencies): KeyUsageNotes {
  const keys = store.collection({ db, collection: 'apiKeys' })
  const usage = store.collection({ db, collection: KEY_USAGE_COLLECTION })
  /** The times by key id; there are no more of them than keys. What fails stays noted. */
  let usedAt = new Map<string, number>()
  let requests = new Map<string, number>()

  async function writeLastUse(): Promise<void> {
    const batch = usedAt
    usedAt = new Map()
    // No upsert: a key that was revoked meanwhile does not come back.
    const operations = [...batch].map(
      ([_id, at]): WriteOperation => ({
        updateOne: { filter: { _id }, update: { $set: { lastUsedAt: new Date(at) } } },
      }),
    )
    await writeAll(keys, operations).catch((error: unknown) => {
      usedAt = new Map([...batch, ...usedAt])
      logger.warn({ err: error, keys: batch.size }, 'key-usage.not-written')
    })
  }

  async function writeCounts(): Promise<void> {
    const batch = requests
    requests = new Map()
    const at = now()
    await writeAll(
      usage,
      [...batch].map(([key, count]) => addTo({ key, count, at })),
    ).catch((error: unknown) => {
      for (const [key, count] of batch) requests.set(key, count + (requests.get(key) ?? 0))
      logger.warn({ err: error, keys: batch.size }, 'key-usage.not-written')
    })
  }

  const lastUse = oneAtATime(writeLastUse, LAST_USE_FLUSH_MS)
  const counts = oneAtATime(writeCounts, COUNT_FLUSH_MS)

  return {
    note(key, at) {
      requests.set(key._id, 1 + (requests.get(key._id) ?? 0))
      if (at - key.usedAt < LAST_USE_EVERY_MS) return
      key.usedAt = at
      usedAt.set(key._id, at)
    },
    async stop() {
      await Promise.all([lastUse.stop(), counts.stop()])
    },
  }
}

function addTo({ key, count, at }: { key: string; count: number; at: number }): WriteOperation {
  const day = new Date(at).toISOString().slice(0, 10)
  const dropAt = new Date(Date.parse(day) + KEY_USAGE_DAYS * DAY_MS)
  const update = { $inc: { requests: count }, $setOnInsert: { key, day, dropAt } }
  return { updateOne: { filter: { _id: `${key}/${day}` }, update, upsert: true } }
}

async function writeAll(
  collection: ReturnType<Store['collection']>,
  operations: readonly WriteOperation[],
): Promise<void> {
  for (let start = 0; start < operations.length; start += MAX_BATCH) {
    await collection.bulkWrite(operations.slice(start, start + MAX_BATCH), { ordered: false })
  }
}

/** Every so often, and once more at the end. */
function oneAtATime(write: () => Promise<void>, everyMs: number) {
  let last: Promise<void> = Promise.resolve()
  const next = () => {
    last = last.then(write)
    return last
  }
  const timer = setInterval(() => void next(), everyMs).unref()
  return {
    stop() {
      clearInterval(timer)
      return next()
    },
  }
}
