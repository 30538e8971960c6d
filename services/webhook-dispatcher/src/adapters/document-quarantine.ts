import type { IncomingRecord } from '@sluice/bus'
import type { Store } from '@sluice/store'
import { collectionsOf } from './collections.ts'

const KEPT_BYTES = 64 * 1024
const MAX_HEADERS = 50
/** The most that is kept of a header's name or value, in characters. */
const KEPT_OF_HEADER = 500
const MAX_ROWS = 1000
/** The oldest rows above the most are removed with the first of so many that one process puts. */
const TRIMMED_EVERY = 100

/**
 * The store of events that can't be read: with their reason, for the operator. It holds 1,000 rows, and up to 100 more
 * for each process that puts some.
 */
export type Quarantine = {
  /** Durable when it resolves. */
  put(record: IncomingRecord, reason: string): Promise<void>
  /** Removes rows from before this moment, and the oldest above 1,000. */
  tidy(moment: Date): Promise<void>
}

export function documentQuarantine({ store, db }: { store: Store; db: string }): Quarantine {
  const rows = store.collection(collectionsOf(db).quarantine)
  let puts = 0

  /** In the order of their time, and of those of one moment by id, so that a flood of one millisecond is told apart. */
  async function trim(): Promise<void> {
    const options = { sort: { at: -1, _id: -1 }, skip: MAX_ROWS, limit: 1, projection: { at: 1 } } as const
    const [newestOver] = await rows.find({}, options)
    if (!newestOver) return
    const { at, _id } = newestOver
    await rows.deleteMany({ $or: [{ at: { $lt: at } }, { at, _id: { $lte: _id } }] })
  }

  return {
    async put({ topic, partition, offset, key, headers, value, at }, reason) {
      const _id = `${topic}.${partition}.${offset}`
      const start = Buffer.from(value.buffer, value.byteOffset, Math.min(value.byteLength, KEPT_BYTES)).toString(
        'base64',
      )
      const headerList = Object.entries(headers)
        .slice(0, MAX_HEADERS)
        .map(([name, text]) => [name.slice(0, KEPT_OF_HEADER), text.slice(0, KEPT_OF_HEADER)])
      const row = { _id, at, reason, key, headers: headerList, bytes: value.byteLength, start }
      await rows.replaceOne({ _id }, row, { upsert: true })
      if (puts++ % TRIMMED_EVERY === 0) await trim()
    },
    async tidy(moment) {
      await rows.deleteMany({ at: { $lt: moment } })
      await trim()
    },
  }
}
