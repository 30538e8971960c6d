import type { Store } from '@sluice/store'

const DB = 'sluice'

/** Dates all webhooks back, as a log holds nothing from before its webhook. No dispatcher may run. */
export async function backdateWebhooks(store: Store, at: Date): Promise<void> {
  await store.collection({ db: DB, collection: 'webhooks' }).updateMany({}, { $set: { createdAt: at } })
  const versions = store.collection({ db: DB, collection: 'webhookVersions' })
  await versions.updateMany({}, { $set: { 'webhook.createdAt': at } })
}
