import { randomUUID } from 'node:crypto'
import type { ChangeLog } from '@sluice/change-log'
import { DuplicateKeyError, type Store } from '@sluice/store'
import { z } from 'zod'
import type { WaitingStore } from '../ports.ts'
import { collectionsOf } from './collections.ts'

const LEASE_MS = 45_000
const RELEASE_MS = 250
const MAX_WAITING_PER_WEBHOOK = 100_000

const waitingRow = z.object({
  _id: z.string(),
  webhookId: z.string(),
  versionFrom: z.int(),
  target: z.string(),
  body: z.string(),
  isJson: z.boolean(),
  attempt: z.int(),
})

/** Parked deliveries on the document store. Needs the indexes of `createWaitingIndexes`. */
export function documentWaitingStore({
  store,
  changes,
  db,
}: {
  store: Store
  changes: ChangeLog
  db: string
}): WaitingStore {
  const waiting = store.collection(collectionsOf(db).waiting)
  const after = (ms: number) => new Date(changes.storeTime() + ms)

  return {
    async park(delivery) {
      const count = await waiting.count({ webhookId: delivery.webhookId }, { limit: MAX_WAITING_PER_WEBHOOK })
      if (count >= MAX_WAITING_PER_WEBHOOK) return false
      try {
        await waiting.insertOne({ ...delivery, dueAt: after(0), token: null })
      } catch (error) {
        if (!(error instanceof DuplicateKeyError)) throw error
      }
      return true
    },

    has: async id => (await waiting.count({ _id: id }, { limit: 1 })) > 0,

    async claim({ limit, exceptTargets }) {
      const isDue = { dueAt: { $lte: after(0) } }
      const filter = exceptTargets.length > 0 ? { ...isDue, target: { $nin: [...exceptTargets] } } : isDue
      const found = await waiting.find(filter, { sort: { dueAt: 1 }, limit, projection: { _id: 1 } })
      if (found.length === 0) return []
      const token = randomUUID()
      const stillDue = { _id: { $in: found.map(({ _id }) => _id) }, ...isDue }
      await waiting.updateMany(stillDue, { $set: { token, dueAt: after(LEASE_MS) } })
      const claimed = await waiting.find({ token })
      return claimed.flatMap(document => waitingRow.safeParse(document).data ?? [])
    },

    async remove(id) {
      await waiting.deleteOne({ _id: id })
    },

    async release(id) {
      await waiting.updateOne({ _id: id }, { $set: { token: null, dueAt: after(RELEASE_MS) } })
    },
  }
}

/** Has to be done once before the waiting store is used; does nothing when they are there. */
export async function createWaitingIndexes(store: Store, db: string): Promise<void> {
  const waiting = store.collection(collectionsOf(db).waiting)
  await waiting.createIndex({ dueAt: 1 })
  await waiting.createIndex({ token: 1 })
  await waiting.createIndex({ webhookId: 1 })
}
