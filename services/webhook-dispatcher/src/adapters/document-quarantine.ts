import type { IncomingRecord } from '@sluice/bus'
import type { Store } from '@sluice/store'
import { collectionsOf } from './collections.ts'

const KEPT_BYTES = 64 * 1024
const MAX_HEADERS = 50
/** Of a name or value, in characters. */
const KEPT_OF_HEADER = 500
const MAX_ROWS = 1000

/** Where events go that can't be read: with their reason, for the operator. */
export type Quarantine = {
  /** Durable when it resolves. */
  put(record: IncomingRecord, reason: string): Promise<void>
  /** Removes rows from before this moment, and the oldest above 1,000. */
  tidy(moment: Date): Promise<void>
}

export function documentQuarantine({ store, db }: { store: Store; db: string }): Quarantine {
  const rows = store.collection(collectionsOf(db).quarantine)
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
    },
    async tidy(moment) {
      await rows.deleteMany({ at: { $lt: moment } })
      const [oldestKept] = await rows.find({}, { sort: { at: -1 }, skip: MAX_ROWS, limit: 1 })
      if (oldestKept) await rows.deleteMany({ at: { $lte: oldestKept.at } })
    },
  }
}
