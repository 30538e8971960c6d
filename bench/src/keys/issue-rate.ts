import { join } from 'node:path'
import { keyPolicy } from '@sluice/contracts'
import { createKeys } from '@sluice/keys'
import { settings, settingsFrom } from '@sluice/keys/settings'
import { configOf, createSignedClient, openTestPlatform } from '@sluice/testkit'

const KEYS = 3_000
const AT_ONCE = 16
const PER_HOLDER = 10

class RefusedIssueError extends Error {
  override name = 'RefusedIssueError'
}

/** Keys a second that the service issues over HTTP on the embedded store, each in the change log and the audit trail. */
export async function measureIssueRate(): Promise<number> {
  const platform = await openTestPlatform()
  const address = { socketPath: join(platform.directory, 'keys.sock') }
  await platform.store
    .collection({ db: platform.db, collection: 'plugins' })
    .insertOne({ _id: 'api-keys', state: 'enabled' })
  const keys = createKeys(platform, { ...settingsFrom(configOf(settings)), address, maxPerUser: PER_HOLDER })
  await keys.start()
  const client = createSignedClient({ platform, upstream: 'keys', address })
  const permission = { id: 'issue', apiKeys: keyPolicy.parse({ roles: ['reader'] }) }
  let next = 0
  const issueAll = async () => {
    for (let number = next++; number < KEYS; number = next++) {
      const user = { id: `holder-${Math.floor(number / PER_HOLDER)}`, roles: [], via: 'password' } as const
      const { status, text } = await client.request('POST', '/keys', { user, permission, body: { name: 'bench' } })
      if (status !== 201) throw new RefusedIssueError(`${status} ${text}`)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, issueAll))
  const seconds = (performance.now() - startedAt) / 1000
  await keys.stop(1_000)
  await platform.close()
  return KEYS / seconds
}
