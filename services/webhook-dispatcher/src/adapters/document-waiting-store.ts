import { randomUUID } from 'node:crypto'
import type { ChangeLog } from '@sluice/change-log'
import type { Collection, Document, Store } from '@sluice/store'
import { z } from 'zod'
import type { WaitingStore } from '../ports.ts'
import { collectionsOf } from './collections.ts'
import { takenOf } from './taken.ts'
import { createWriteBatcher } from './write-batcher.ts'

const LEASE_MS = 45_000
const RELEASE_MS = 250
const MAX_WAITING_PER_WEBHOOK = 100_000
const MAX_BATCH = 200
const COUNT_EVERY_MS = 10_000
const MAX_COUNTS = 10_000

const waitingRow = z.object({
  _id: z.string(),
  webhookId: z.string(),
  versionFrom: z.int(),
  target: z.string(),
  body: z.string(),
  isJson: z.boolean().nullable(),
  subject: z.string().optional(),
  attempt: z.int(),
  chain: z.array(z.string()),
  token: z.string(),
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
  const backlog = countBacklogs(waiting)
  const parkings = createWriteBatcher<Document, true>(async documents => {
    // What is parked already is left as it is.
    takenOf(await waiting.insertMany(documents, { ordered: false }), documents)
    return documents.map(() => true)
  }, MAX_BATCH)
  const removals = createWriteBatcher<string, true>(async ids => {
    await waiting.deleteMany({ _id: { $in: [...ids] } })
    return ids.map(() => true)
  }, MAX_BATCH)
  const after = (ms: number) => new Date(changes.storeTime() + ms)

  return {
    async park(delivery) {
      if ((await backlog.countUp(delivery.webhookId)) > MAX_WAITING_PER_WEBHOOK) return false
      await parkings.write({ ...delivery, dueAt: after(0), token: null })
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
      await removals.write(id)
    },

    async renew({ _id, token }) {
      const { matched } = await waiting.updateOne({ _id, token }, { $set: { dueAt: after(LEASE_MS) } })
      return matched > 0
    },

    async release({ _id, token }) {
      await waiting.updateOne({ _id, token }, { $set: { token: null, dueAt: after(RELEASE_MS) } })
    },
  }
}

/** How many wait for each webhook: counted in the store now and then, and here in between. */
function countBacklogs(waiting: Collection) {
  const counts = new Map<string, { at: number; count: number }>()

  return {
    /** @returns about how many wait with this one */
    async countUp(webhookId: string): Promise<number> {
      const known = counts.get(webhookId)
      if (known && performance.now() - known.at < COUNT_EVERY_MS) {
        known.count += 1
        return known.count
      }
      if (counts.size >= MAX_COUNTS) counts.clear()
      const entry = { at: performance.now(), count: (known?.count ?? 0) + 1 }
      counts.set(webhookId, entry)
      entry.count = 1 + (await waiting.count({ webhookId }, { limit: MAX_WAITING_PER_WEBHOOK }))
      return entry.count
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
