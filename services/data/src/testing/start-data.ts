import { join } from 'node:path'
import { secret } from '@sluice/service-kit'
import { createSignedClient, openTestPlatform, type SignedClient, type TestPlatform } from '@sluice/testkit'
import { createData } from '../create-data.ts'

export type TestData = SignedClient & { platform: TestPlatform; stop(): Promise<void> }

/** The data service on a real listener, its platform, and a client that signs for whoever it is told to be. */
export async function startData(options: { tier?: 'shared' | 'dedicated' } = {}): Promise<TestData> {
  const platform = await openTestPlatform(options)
  const address = { socketPath: join(platform.directory, 'data.sock') }
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
