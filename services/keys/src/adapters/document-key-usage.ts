import { KEY_USAGE_COLLECTION, KEY_USAGE_DAYS, keyUsageRecord } from '@sluice/contracts'
import { allOf } from '@sluice/documents'
import type { Namespace, Store } from '@sluice/store'
import type { KeyUsageCounts } from '../ports/key-usage.ts'
import { keysNamespace } from './key-documents.ts'

const usageNamespace = (db: string): Namespace => ({ db, collection: KEY_USAGE_COLLECTION })

/** What the gateways have counted. Needs the indexes of `createUsageIndexes`. */
export function documentKeyUsage({ store, db }: { store: Store; db: string }): KeyUsageCounts {
  const usage = store.collection(usageNamespace(db))
  const keys = store.collection(keysNamespace(db))
  return {
    async daysOf(key, among) {
      const ofKey = allOf({ _id: key }, among)
      const isNarrowed = Object.keys(among).length > 0
      if (isNarrowed && (await keys.count(ofKey, { limit: 1 })) === 0) return undefined
      const found = await usage.find({ key }, { sort: { day: 1 }, limit: KEY_USAGE_DAYS + 1 })
      const isKnown = isNarrowed || found.length > 0 || (await keys.count({ _id: key }, { limit: 1 })) > 0
      if (!isKnown) return undefined
      const days = found.flatMap(document => keyUsageRecord.safeParse(document).data ?? [])
      return days.map(({ day, requests }) => ({ day, requests }))
    },
  }
}

/** Has to be done once before it is used; does nothing when they are there. */
export async function createUsageIndexes(store: Store, db: string): Promise<void> {
  const usage = store.collection(usageNamespace(db))
  await usage.createIndex({ key: 1, day: 1 })
  await usage.createIndex({ dropAt: 1 }, { expireAfterSeconds: 0 })
}
