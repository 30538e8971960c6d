import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createChangeLog } from '@sluice/change-log'
import { secret } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { createSignedClient, openTestPlatform, type SignedClient, type TestPlatform } from '@sluice/testkit'
import { createData } from '../create-data.ts'

export type TestData = SignedClient & { platform: TestPlatform; stop(): Promise<void> }

type TestDataOptions = {
  tier?: 'shared' | 'dedicated'
  /** In the place of the embedded store; closed at the end. */
  store?: Store
  /** In the place of one that is opened; closed at the end. */
  platform?: TestPlatform
}

/** The data service on a real listener, its platform, and a client that signs for whoever it is told to be. */
export async function startData({ platform: given, ...options }: TestDataOptions = {}): Promise<TestData> {
  const platform = given ?? (await openPlatform(options))
  const address = { socketPath: join(platform.directory, `data-${randomUUID().slice(0, 8)}.sock`) }
  const part = createData(platform, { address, firstOwnerPassword: secret('the first password') })
  await part.start()
  const { request } = createSignedClient({ platform, upstream: 'data', address })
  return {
    platform,
    request,
    async stop() {
      await part.stop(1_000)
      await platform.close()
    },
  }
}

async function openPlatform({ tier, store }: TestDataOptions): Promise<TestPlatform> {
  const platform = await openTestPlatform({ tier })
  if (!store) return platform
  const changes = createChangeLog({ store, signals: platform.signals, db: platform.db })
  await changes.start()
  const close = async () => {
    await changes.stop()
    await store.close()
    await platform.close()
  }
  return { ...platform, store, changes, close }
}
