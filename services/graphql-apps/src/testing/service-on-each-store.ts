import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from '@jest/globals'
import type { Document, Store } from '@sluice/store'
import { openMongoStore } from '@sluice/store/mongodb'
import { createSignedClient, openTestPlatform, type SignedClient, type TestPlatform } from '@sluice/testkit'
import { type Backend, isAbsent, startBackend, startOwnBackend } from '@sluice/testkit/backends'
import { createGraphqlApps } from '../create-graphql-apps.ts'

type TestApps = SignedClient & {
  platform: TestPlatform
  ask(query: string, variables?: Document, uri?: string): ReturnType<SignedClient['request']>
  /** From here on the store does not answer. */
  loseStore(): Promise<void>
}

type Options = { tier?: 'shared' | 'dedicated'; losesStore?: boolean }
type OpenedPlatform = { platform: TestPlatform; loseStore(): Promise<void> }
type AppTests = (apps: () => TestApps) => void

/** A test asks for the service outside of its own time. */
class NotStartedError extends Error {
  override name = 'NotStartedError'
}

/** Registers the same promises for the service on both stores. */
export function describeServiceOnEachStore(name: string, { tier, losesStore }: Options, tests: AppTests): void {
  describe(`${name}, on SQLite`, () => {
    tests(
      useApps(async () => {
        const platform = await openTestPlatform({ tier })
        return { platform, loseStore: () => platform.store.close() }
      }),
    )
  })
  const describeHere = isAbsent('mongodb') ? describe.skip : describe
  describeHere(`${name}, on MongoDB`, () => {
    let backend: Backend | undefined
    const open = async (): Promise<OpenedPlatform> => {
      backend = await (losesStore ? startOwnBackend('mongodb') : startBackend('mongodb'))
      const { address, kill } = backend
      const store: Store = await openMongoStore({ uri: address, prefix: `t${randomUUID().slice(0, 8)}-` })
      return { platform: await openTestPlatform({ tier, store }), loseStore: kill }
    }
    tests(useApps(open))
    afterAll(() => backend?.stop())
  })
}

function useApps(open: () => Promise<OpenedPlatform>): () => TestApps {
  let apps: (TestApps & { stop(): Promise<void> }) | undefined
  beforeAll(async () => {
    apps = await start(await open())
  }, 60_000)
  afterAll(() => apps?.stop(), 60_000)
  return () => {
    if (!apps) throw new NotStartedError('The service of these tests has not been started.')
    return apps
  }
}

async function start({ platform, loseStore }: OpenedPlatform): Promise<TestApps & { stop(): Promise<void> }> {
  const address = { socketPath: join(platform.directory, 'graphql-apps.sock') }
  const part = createGraphqlApps(platform, { address })
  await part.start()
  const { request } = createSignedClient({ platform, upstream: 'graphql-apps', address })
  return {
    platform,
    request,
    loseStore,
    ask: (query, variables = {}, uri = 'shop') => request('POST', `/graphql/${uri}`, { body: { query, variables } }),
    async stop() {
      await part.stop(1000)
      await platform.close()
    },
  }
}
