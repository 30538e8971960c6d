import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { keyPolicy } from '@sluice/contracts'
import { createData } from '@sluice/data'
import { createKeys } from '@sluice/keys'
import { settings, settingsFrom } from '@sluice/keys/settings'
import type { Store } from '@sluice/store'
import { openMongoStore } from '@sluice/store/mongodb'
import { configOf, createSignedClient, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { startBackend } from '@sluice/testkit/backends'
import { type Figure, quantile } from './figure.ts'
import { openDispatcher } from './webhooks/open-dispatcher.ts'

const AT_ONCE = [1, 10, 100] as const
const ROUNDS = 3
const HOOK = { name: 'bench', url: 'https://hooks.example.com/x', condition: "path('/never')" }
const OWNER = { _id: 'admin', password: 'none', roles: ['admin'] }
const KEYS_PER_USER = 10_000

/** One kind of write. @returns the status of the answer */
type KindOfWrite = (number: number) => Promise<number>
type Scene = { write: KindOfWrite; stop(): Promise<void> }
type TimedAnswer = { latencyMs: number; status: number }

/** What it takes to issue keys, and to save permissions and webhooks, when many do so at once: one user, one process. */
export async function measureControlPlaneWrites(): Promise<Figure[]> {
  const mongodb = await startBackend('mongodb')
  const stores = new Map<string, OpenBenchStore>([
    ['embedded', async () => undefined],
    ['MongoDB', () => openMongoStore({ uri: mongodb.address, prefix: `bench${randomUUID().slice(0, 8)}-` })],
  ])
  const figures: Figure[] = []
  try {
    for (const [store, openStore] of stores) {
      figures.push(...(await measureOn(store, openStore)))
    }
  } finally {
    await mongodb.stop()
  }
  return figures
}

async function measureOn(store: string, openStore: OpenBenchStore): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, open] of Object.entries({ keys: openKeys, permissions: openData, webhooks: openWebhooks })) {
    const scene = await open(await openStore())
    for (const atOnce of AT_ONCE)
      figures.push(...(await measure(`${name}, ${store}, ${atOnce} at once`, scene, atOnce)))
    await scene.stop()
  }
  return figures
}

/** @returns undefined for the embedded one */
type OpenBenchStore = () => Promise<Store | undefined>

const openPlatform = (store: Store | undefined) => openTestPlatform(store ? { store } : {})

async function openKeys(store: Store | undefined): Promise<Scene> {
  const platform = await openPlatform(store)
  const plugins = platform.store.collection({ db: platform.db, collection: 'plugins' })
  await plugins.insertOne({ _id: 'api-keys', state: 'enabled' })
  const address = { socketPath: join(platform.directory, 'keys.sock') }
  const part = createKeys(platform, { ...settingsFrom(configOf(settings)), address, maxPerUser: KEYS_PER_USER })
  await part.start()
  const client = createSignedClient({ platform, upstream: 'keys', address })
  const permission = { id: 'issue', apiKeys: keyPolicy.parse({ roles: ['reader'] }) }
  const user = { id: 'ann', roles: [], via: 'password' } as const
  return {
    write: async () => (await client.request('POST', '/keys', { user, permission, body: { name: 'bench' } })).status,
    stop: () => stopAll(part, platform),
  }
}

async function openData(store: Store | undefined): Promise<Scene> {
  const platform = await openPlatform(store)
  const address = { socketPath: join(platform.directory, 'data.sock') }
  await platform.store.collection({ db: platform.db, collection: 'users' }).insertOne(OWNER)
  const part = createData(platform, { address })
  await part.start()
  const client = createSignedClient({ platform, upstream: 'data', address })
  const body = { roles: ['reader'], predicate: "path-prefix('/orders')", priority: 10 }
  return {
    write: async () => (await client.request('POST', '/acl', { body: { _id: randomUUID(), ...body } })).status,
    stop: () => stopAll(part, platform),
  }
}

async function openWebhooks(store: Store | undefined): Promise<Scene> {
  const dispatcher = await openDispatcher({ store })
  await dispatcher.start()
  return {
    write: async () => (await dispatcher.client.request('POST', '/webhooks', { body: HOOK })).status,
    async stop() {
      await dispatcher.stop()
      await dispatcher.close()
    },
  }
}

async function stopAll(part: { stop(deadlineMs: number): Promise<void> }, platform: TestPlatform): Promise<void> {
  await part.stop(1_000)
  await platform.close()
}

async function measure(name: string, { write }: Scene, atOnce: number): Promise<Figure[]> {
  const asked: TimedAnswer[] = []
  const totals: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    asked.push(...(await Promise.all(Array.from({ length: atOnce }, (_, number) => ask(write, number)))))
    totals.push(performance.now() - startedAt)
  }
  const latencies = asked.map(({ latencyMs }) => latencyMs)
  return [
    { name: `${name}: p50`, value: quantile(latencies, 0.5), unit: 'ms', bar: '' },
    { name: `${name}: p99`, value: quantile(latencies, 0.99), unit: 'ms', bar: '' },
    {
      name: `${name}: until the last is answered, median of ${ROUNDS}`,
      value: quantile(totals, 0.5),
      unit: 'ms',
      bar: '',
    },
    { name: `${name}: refused`, value: asked.filter(({ status }) => status !== 201).length, unit: '', bar: '0' },
  ]
}

async function ask(write: KindOfWrite, number: number): Promise<TimedAnswer> {
  const startedAt = performance.now()
  const status = await write(number)
  return { latencyMs: performance.now() - startedAt, status }
}
