import type { ChangeLog } from '@sluice/change-log'
import { type WebhookRecord, webhookId, webhookRecord } from '@sluice/contracts'
import { allOf } from '@sluice/documents'
import type { Document, Store, StoreTransaction } from '@sluice/store'
import { z } from 'zod'
import type { UnreadableVersion, WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { collectionsOf } from './collections.ts'
import { describeUnreadable, type UnreadableDocument } from './unreadable-document.ts'

type Dependencies = { store: Store; changes: ChangeLog; db: string }

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

/** What can be said of a version that can't be read: whose it is, when it is in force, and whether it is plainly off. */
const unreadableRow = versionRow.pick({ from: true, until: true }).extend({
  webhookId,
  webhook: z
    .object({ version: z.int().catch(0), enabled: z.unknown().transform(enabled => enabled !== false) })
    .catch({ version: 0, enabled: true }),
})

function toUnreadable(document: Document): UnreadableVersion[] {
  const { success, data } = unreadableRow.safeParse(document)
  if (!success) return []
  const { webhookId, from, until, webhook } = data
  return [{ from, until, webhook: { ...webhook, _id: webhookId } }]
}

type ReadVersions = { versions: WebhookVersion[]; unreadable: UnreadableVersion[] }

/**
 * Reads versions as they are stored. One that can't be read is told of and kept apart: a newer version of Sluice may have
 * written it. Left out is only what does not say of which webhook and time it is.
 */
export function readVersions(
  documents: readonly Document[],
  tell: (unreadable: UnreadableDocument) => void = () => {},
): ReadVersions {
  const read: ReadVersions = { versions: [], unreadable: [] }
  for (const document of documents) {
    const parsed = versionRow.safeParse(document)
    if (parsed.success) read.versions.push(toVersion(parsed.data))
    else {
      tell(describeUnreadable(document, parsed.error))
      read.unreadable.push(...toUnreadable(document))
    }
  }
  return read
}

const versionInForce = (webhook: WebhookRecord, from: number) => ({
  _id: `${webhook._id}.${webhook.version}`,
  webhookId: webhook._id,
  from,
  until: null,
  webhook,
  endedAt: null,
})

/** Webhooks on the document store: each write closes the version in force and opens the next, in one transaction. */
export function documentWebhookStore({ store, changes, db }: Dependencies): WebhookStore {
  const names = collectionsOf(db)
  const versions = store.collection(names.versions)
  const now = () => new Date(changes.storeTime())

  async function closeVersion(transaction: StoreTransaction, webhookId: string, until: number) {
    const inForce = { webhookId, until: null }
    await transaction.collection(names.versions).updateMany(inForce, { $set: { until, endedAt: now() } })
  }

  async function openVersion(transaction: StoreTransaction, webhook: WebhookRecord, from: number) {
    await transaction.collection(names.versions).insertOne(versionInForce(webhook, from))
  }

  return {
    async change(id, decide, among = {}) {
      type LeftDecision = Extract<ReturnType<typeof decide>, { kind: 'leave' }>
      type WebhookWriteOutcome = { left: LeftDecision } | { before?: WebhookRecord; after?: WebhookRecord }
      const recorded = await changes.record<WebhookWriteOutcome>(
        'webhooks',
        id,
        async (transaction, { sequence }, abandon) => {
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
        },
      )
      const outcome = recorded.result
      return 'left' in outcome ? { kind: 'left', result: outcome.left.result } : { kind: 'written', ...outcome }
    },

    async find(among) {
      const found = await store.collection(names.webhooks).find(among)
      return found.flatMap(document => webhookRecord.safeParse(document).data ?? [])
    },

    async versionsOf(webhookId, { first, last }) {
      const filter = { webhookId, from: { $lte: last }, $or: [{ until: null }, { until: { $gt: first } }] }
      return readVersions(await versions.find(filter)).versions
    },

    async versionAt(webhookId, from) {
      const { versions: readable, unreadable } = readVersions(await versions.find({ webhookId, from }))
      return readable[0] ?? (unreadable.length > 0 ? 'unreadable' : undefined)
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
