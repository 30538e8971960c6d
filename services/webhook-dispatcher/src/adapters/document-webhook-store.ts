import type { ChangeLog } from '@sluice/change-log'
import { type WebhookId, type WebhookRecord, webhookRecord } from '@sluice/contracts'
import { allOf } from '@sluice/documents'
import { type Occasion, writeAuditOf } from '@sluice/service-kit'
import type { Collection, Document, Store, StoreTransaction } from '@sluice/store'
import { z } from 'zod'
import type { WebhookChange, WebhookPlace, WebhookStore, WebhookWrite } from '../ports/webhook-store.ts'
import { collectionsOf } from './collections.ts'
import { documentVersions } from './document-versions.ts'

type Dependencies = { store: Store; changes: ChangeLog; db: string }

/** The last dot parts the id, which may have dots of its own, from the number. */
const versionId = ({ _id, version }: WebhookRecord): string => `${_id}.${version}`

type OpenedVersion = { webhook: WebhookRecord; from: number; by: string | null }

const versionInForce = ({ webhook, from, by }: OpenedVersion) => ({
  _id: versionId(webhook),
  webhookId: webhook._id,
  from,
  until: null,
  webhook,
  endedAt: null,
  by,
})

/** Webhooks on the document store: each write closes the version in force and opens the next, in one transaction. */
export function documentWebhookStore({ store, changes, db }: Dependencies): WebhookStore {
  const names = collectionsOf(db)
  const now = () => new Date(changes.storeTime())

  async function closeVersion(transaction: StoreTransaction, webhookId: string, until: number) {
    const inForce = { webhookId, until: null }
    await transaction.collection(names.versions).updateMany(inForce, { $set: { until, endedAt: now() } })
  }

  async function openVersion(transaction: StoreTransaction, opened: OpenedVersion) {
    await transaction.collection(names.versions).insertOne(versionInForce(opened))
  }

  const placeIn = ({ collection }: Pick<StoreTransaction, 'collection'>, id: WebhookId, among: Document) =>
    findPlace({ webhooks: collection(names.webhooks), versions: collection(names.versions) }, id, among)

  return {
    async change(id, decide, { among = {}, isDryRun = false, occasion, settle } = {}) {
      type LeftDecision = Extract<ReturnType<typeof decide>, { kind: 'leave' }>
      type WebhookWriteOutcome = { left: LeftDecision } | { before?: WebhookRecord; after?: WebhookRecord }
      if (isDryRun) return tryOut(decide, await placeIn(store, id, among))
      const recorded = await changes.record<WebhookWriteOutcome>(
        'webhooks',
        id,
        async (transaction, { sequence }, abandon) => {
          const webhooks = transaction.collection(names.webhooks)
          const place = await placeIn(transaction, id, among)
          const before = recordAt(place)
          const write = decide(place)
          if (write.kind === 'leave') return abandon({ left: write })
          // Told to every process all the same, as what is not there is: the two take the same way.
          if (write.kind === 'remove' && place.kind === 'withheld') return {}
          await closeVersion(transaction, id, sequence)
          const after = write.kind === 'put' ? write.record : undefined
          if (occasion) await writeAuditOf(transaction, db, { kind: 'webhook', id, before, after, occasion })
          if (write.kind === 'remove') {
            await webhooks.deleteOne(allOf({ _id: id }, among))
            return before ? { before } : {}
          }
          await webhooks.replaceOne({ _id: id }, write.record, { upsert: true })
          await openVersion(transaction, { webhook: write.record, from: sequence, by: actorOf(occasion) })
          await settle?.(transaction)
          return { ...(before ? { before } : {}), after: write.record }
        },
      )
      const outcome = recorded.result
      return 'left' in outcome ? { kind: 'left', result: outcome.left.result } : { kind: 'written', ...outcome }
    },

    async find(among) {
      const found = await store.collection(names.webhooks).find(among)
      return found.flatMap(document => webhookRecord.safeParse(document).data ?? [])
    },

    ...documentVersions(store.collection(names.versions)),
  }
}

const actorOf = (occasion: Occasion | undefined): string | null => occasion?.actor ?? null

/** Finds out what stands under an id. */
async function findPlace(
  { webhooks, versions }: Record<'webhooks' | 'versions', Pick<Collection, 'findOne'>>,
  id: WebhookId,
  among: Document,
): Promise<WebhookPlace> {
  const found = await webhooks.findOne(allOf({ _id: id }, among))
  const record = webhookRecord.safeParse(found).data
  if (record) return { kind: 'stored', record }
  if (found) return { kind: 'unreadable' }
  if (await webhooks.findOne({ _id: id })) return { kind: 'withheld' }
  const last = await versions.findOne({ webhookId: id }, { sort: { from: -1 } })
  return { kind: 'free', lastVersion: lastVersionRow.safeParse(last).data?.webhook.version ?? 0 }
}

const lastVersionRow = z.object({ webhook: z.object({ version: z.int() }) })

const recordAt = (place: WebhookPlace): WebhookRecord | undefined =>
  place.kind === 'stored' ? place.record : undefined

/** Says what a change would come to. */
function tryOut<R>(decide: (place: WebhookPlace) => WebhookWrite<R>, place: WebhookPlace): WebhookChange<R> {
  const before = recordAt(place)
  const write = decide(place)
  if (write.kind === 'leave') return { kind: 'left', result: write.result }
  return { kind: 'written', ...(before ? { before } : {}), ...(write.kind === 'put' ? { after: write.record } : {}) }
}

/** Has to be done once before the webhook store is used; does nothing when they are there. */
export async function createWebhookIndexes(store: Store, db: string): Promise<void> {
  const { webhooks, versions } = collectionsOf(db)
  await store.collection(webhooks).createIndex({ enabled: 1 })
  await store.collection(versions).createIndex({ webhookId: 1, from: 1 })
  await store.collection(versions).createIndex({ until: 1 })
}
