import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { webhookRecord } from '@sluice/contracts'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { collectionsOf } from '../adapters/collections.ts'
import { documentCountStore } from '../adapters/counts/document-count-store.ts'
import { createWaitingIndexes, documentWaitingStore } from '../adapters/document-waiting-store.ts'
import { sampleVersion } from '../testing/sample-version.ts'
import { readHealth } from './read-health.ts'

const WEBHOOKS = 501
const ids = Array.from({ length: WEBHOOKS }, (_, index) => `w-${String(index).padStart(3, '0')}`)
const LAST = ids.at(-1)

await describeOnStores('the health of webhooks of which many wait', openStore => {
  let platform: TestPlatform
  const since = new Date(Date.now() - 60_000)

  beforeAll(async () => {
    const store = await openStore()
    platform = await openTestPlatform(store ? { store } : {})
    await createWaitingIndexes(platform.store, platform.db)
    const target = 'https://a.example.com:443'
    const rows = ids.map(webhookId => ({
      _id: `of ${webhookId}`,
      webhookId,
      target,
      reason: webhookId === LAST ? 'held' : 'full',
      dueAt: since,
      parkedAt: since,
      token: null,
    }))
    await platform.store.collection(collectionsOf(platform.db).waiting).insertMany(rows, { ordered: false })
  }, 60_000)
  afterAll(() => platform.close())

  it('tells each that is held back, and counts nothing that waits', async () => {
    const { db, changes } = platform
    let counts = 0
    const store: typeof platform.store = {
      ...platform.store,
      collection(namespace) {
        const collection = platform.store.collection(namespace)
        return {
          ...collection,
          count(...asked) {
            counts += 1
            return collection.count(...asked)
          },
        }
      },
    }
    const webhooks = ids.map(_id => webhookRecord.parse({ ...sampleVersion.webhook, _id, enabled: true }))
    const health = await readHealth(webhooks, {
      counts: documentCountStore({ store, db }),
      waiting: documentWaitingStore({ store, db, changes, claimant: () => 'a#1' }),
      now: () => new Date(),
    })
    const held = [...health].filter(([, { state }]) => state === 'held-back')
    expect(held).toEqual([[String(LAST), expect.objectContaining({ since: { $date: since.getTime() } })]])
    expect(counts).toBe(0)
  })
})
