import { join } from 'node:path'
import type { Store } from '@sluice/store'
import { configOf, createSignedClient, openTestPlatform } from '@sluice/testkit'
import { createWebhookDispatcher, type NameResolver } from '@sluice/webhook-dispatcher'
import { settings, settingsFrom } from '@sluice/webhook-dispatcher/settings'
import { z } from 'zod'

const DB = 'sluice'

type DispatcherOptions = { store?: Store | undefined; allowCidrs?: readonly string[]; names?: NameResolver }

export type BenchDispatcher = Awaited<ReturnType<typeof openDispatcher>>

/** A dispatcher on embedded backends, or on another store, with its plugin on. It is not started yet. */
export async function openDispatcher(options: DispatcherOptions = {}) {
  const platform = await openTestPlatform(options.store ? { store: options.store } : {})
  const { changes } = platform
  await changes.record('plugins', 'webhooks', transaction =>
    transaction
      .collection({ db: DB, collection: 'plugins' })
      .replaceOne({ _id: 'webhooks' }, { _id: 'webhooks', state: 'enabled' }, { upsert: true }),
  )
  const address = { socketPath: join(platform.directory, 'dispatcher.sock') }
  const create = () =>
    createWebhookDispatcher(platform, {
      ...settingsFrom(configOf(settings)),
      address,
      allowCidrs: options.allowCidrs ?? [],
      eventStoreMaxBytes: 1024 ** 4,
      claimant: { name: 'bench', isSole: true },
      publicUrl: () => undefined,
      names: options.names,
    })
  let part = create()
  return {
    platform,
    client: createSignedClient({ platform, upstream: 'webhook-dispatcher', address }),
    start: () => part.start(),
    async stop(): Promise<void> {
      await part.stop(10_000)
      part = create()
    },
    /** Stamp of events of now. */
    sequence: (): number => changes.positions().webhooks ?? 0,
    close: () => platform.close(),
  }
}

const created = z.object({ _id: z.string() })

/** @returns its id */
export async function createWebhook({ client }: BenchDispatcher, webhook: object): Promise<string> {
  const answer = await client.request('POST', '/webhooks', { body: { name: 'bench', ...webhook } })
  return created.parse(answer.json)._id
}
