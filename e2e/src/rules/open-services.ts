import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from '@jest/globals'
import type { UpstreamName } from '@sluice/contracts'
import { createData } from '@sluice/data'
import { createGraphqlApps } from '@sluice/graphql-apps'
import { createKeys } from '@sluice/keys'
import * as keys from '@sluice/keys/settings'
import { createMcp } from '@sluice/mcp'
import { type ListenAddress, type Platform, type ProcessPart, secret } from '@sluice/service-kit'
import { openMongoStore } from '@sluice/store/mongodb'
import { configOf, createSignedClient, openTestPlatform, type SignedClient, type TestPlatform } from '@sluice/testkit'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import { createWebhookDispatcher } from '@sluice/webhook-dispatcher'
import * as webhookDispatcher from '@sluice/webhook-dispatcher/settings'

/** A service is asked for that does not run, or before it does. */
class NotRunningError extends Error {
  override name = 'NotRunningError'
}

/** The services that take part, each behind a grant that a test signs. */
const makers: Record<UpstreamName, (platform: Platform, address: ListenAddress) => ProcessPart> = {
  data: (platform, address) => createData(platform, { address, firstOwnerPassword: secret('the first password') }),
  'graphql-apps': (platform, address) => createGraphqlApps(platform, { address }),
  keys: (platform, address) => createKeys(platform, { ...keys.settingsFrom(configOf(keys.settings)), address }),
  'webhook-dispatcher': (platform, address) =>
    createWebhookDispatcher(platform, {
      ...webhookDispatcher.settingsFrom(configOf(webhookDispatcher.settings)),
      address,
      claimant: { name: 'the only one', isSole: true },
      publicUrl: () => undefined,
    }),
  // Nobody answers for the gateway here: no tool is called.
  mcp: (platform, address) => createMcp(platform, { address, gateway: { url: 'http://127.0.0.1:9' } }),
}

export type RunningServices = {
  platform: TestPlatform
  names: readonly string[]
  client(name: string): SignedClient
  stop(): Promise<void>
}

type Options = { tier?: Platform['tier']; store?: TestPlatform['store'] }

/** Runs them on one platform. */
export async function openServices(options: Options = {}): Promise<RunningServices> {
  const platform = await openTestPlatform(options)
  await switchPluginsOn(platform)
  const parts: ProcessPart[] = []
  const clients = new Map<string, SignedClient>()
  for (const upstream of ['data', 'graphql-apps', 'keys', 'webhook-dispatcher', 'mcp'] as const) {
    const address = { socketPath: join(platform.directory, `${upstream}.sock`) }
    const part = makers[upstream](platform, address)
    await part.start()
    parts.push(part)
    clients.set(upstream, createSignedClient({ platform, upstream, address }))
  }
  return {
    platform,
    names: [...clients.keys()],
    client(name) {
      const client = clients.get(name)
      if (!client) throw new NotRunningError(`There is no service ${name} here.`)
      return client
    },
    async stop() {
      for (const part of parts.reverse()) await part.stop(1_000)
      await platform.close()
    },
  }
}

async function switchPluginsOn({ changes, db }: TestPlatform): Promise<void> {
  for (const _id of ['api-keys', 'webhooks']) {
    await changes.record('plugins', _id, transaction =>
      transaction.collection({ db, collection: 'plugins' }).insertOne({ _id, state: 'enabled' }),
    )
  }
}

/** Registers the same promises for the services on both stores. */
export function describeOnEachStore(name: string, tests: (services: () => RunningServices) => void): void {
  describe(`${name}, on SQLite`, () => tests(useServices(() => openServices())))
  const describeHere = isAbsent('mongodb') ? describe.skip : describe
  describeHere(`${name}, on MongoDB`, () => {
    let backend: Backend | undefined
    const open = async () => {
      backend = await startBackend('mongodb')
      const store = await openMongoStore({ uri: backend.address, prefix: `t${randomUUID().slice(0, 8)}-` })
      return openServices({ store })
    }
    tests(useServices(open))
    afterAll(() => backend?.stop())
  })
}

function useServices(open: () => Promise<RunningServices>): () => RunningServices {
  let services: RunningServices | undefined
  beforeAll(async () => {
    services = await open()
  }, 60_000)
  afterAll(() => services?.stop(), 60_000)
  return () => {
    if (!services) throw new NotRunningError('The services of these tests have not been started.')
    return services
  }
}
