import type { ChangeLog } from '@sluice/change-log'
import { type WebhookRecord, webhookRecord } from '@sluice/contracts'
import { allOf } from '@sluice/documents'
import type { Document, Store, StoreTransaction } from '@sluice/store'
import { z } from 'zod'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { collectionsOf } from './collections.ts'

type Backing = { store: Store; changes: ChangeLog; db: string }

/** A version as it is stored; `endedAt` is when it ended, for its removal after the log's retention. */
const versionRow = z.object({
  _id: z.string(),
  webhookId: z.string(),
  from: z.int(),
  until: z.int().nullable(),
  webhook: webhookRecord,
  endedAt: z.date().nullable(),
})

const toVersion = ({ from, until, webhook }: z.infer<typeof versionRow>): WebhookVersion => ({ from, until, webhook })

/** A stored version that can't be read. `fields`: those that are at fault, five at most. */
export type UnreadableVersion = { id: unknown; fields: readonly string[] }

/** Reads versions as they are stored. What is not readable, because it got in some other way, is told of and left out. */
export const readVersions = (
  documents: readonly Document[],
  tell: (unreadable: UnreadableVersion) => void = () => {},
): WebhookVersion[] =>
  documents.flatMap(document => {
    const parsed = versionRow.safeParse(document)
    if (parsed.success) return [toVersion(parsed.data)]
    const fields = parsed.error.issues.slice(0, 5).map(({ path }) => path.join('.'))
    tell({ id: document._id, fields })
    return []
  })

/** Webhooks on the document store: each write closes the version in force and opens the next, in one transaction. */
export function documentWebhookStore({ store, changes, db }: Backing): WebhookStore {
  const names = collectionsOf(db)
  const versions = store.collection(names.versions)
  const now = () => new Date(changes.storeTime())

  async function closeVersion(transaction: StoreTransaction, webhookId: string, until: number) {
    const inForce = { webhookId, until: null }
    await transaction.collection(names.versions).updateMany(inForce, { $set: { until, endedAt: now() } })
  }

  async function openVersion(transaction: StoreTransaction, webhook: WebhookRecord, from: number) {
    const row = {
      _id: `${webhook._id}.${webhook.version}`,
      webhookId: webhook._id,
      from,
      until: null,
      webhook,
      endedAt: null,
    }
    await transaction.collection(names.versions).insertOne(row)
  }

  return {
    async change(id, decide, among = {}) {
      type Left = Extract<ReturnType<typeof decide>, { kind: 'leave' }>
      type Outcome = { left: Left } | { before?: WebhookRecord; after?: WebhookRecord }
      const recorded = await changes.record<Outcome>('webhooks', id, async (transaction, { sequence }, abandon) => {
        const webhooks = transaction.collection(names.webhooks)
        const filter = allOf({ _id: id }, among)
        const found = await webhooks.findOne(filter)
        const before = webhookRecord.safeParse(found).data
        const write = decide(before)
        if (write.kind === 'leave') return abandon({ left: write })
        // Told to every process all the same, as what is not there is: the two take the same way.
        if (write.kind === 'remove' && !found && Object.keys(among).length > 0) return {}
        await closeVersion(transaction, id, sequence)
        if (write.kind === 'remove') {
          await webhooks.deleteOne(filter)
          return { before }
        }
        await webhooks.replaceOne({ _id: id }, write.record, { upsert: true })
        await openVersion(transaction, write.record, sequence)
        return { before, after: write.record }
      })
      const outcome = recorded.result
      return 'left' in outcome ? { kind: 'left', result: outcome.left.result } : { kind: 'written', ...outcome }
    },

    async find(among) {
      const found = await store.collection(names.webhooks).find(among)
      return found.flatMap(document => webhookRecord.safeParse(document).data ?? [])
    },

    async versionsOf(webhookId, { first, last }) {
      const filter = { webhookId, from: { $lte: last }, $or: [{ until: null }, { until: { $gt: first } }] }
      return readVersions(await versions.find(filter))
    },

    async forgetVersionsBefore(moment) {
      await versions.deleteMany({ until: { $ne: null }, endedAt: { $lt: moment } })
    },
  }
}

/** Has to be done once before the webhook store is used; does nothing when they are there. */
export async function createWebhookIndexes(store: Store, db: string): Promise<void> {
  const { webhooks, versions } = collectionsOf(db)
  await store.collection(webhooks).createIndex({ enabled: 1 })
  await store.collection(versions).createIndex({ webhookId: 1, from: 1 })
  await store.collection(versions).createIndex({ until: 1 })
}
