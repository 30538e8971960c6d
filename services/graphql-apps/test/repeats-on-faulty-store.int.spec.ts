import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createSignedClient, openTestPlatform, type SignedClient, type TestPlatform } from '@sluice/testkit'
import { type FaultyStore, openFaultyStore } from '@sluice/testkit/faulty-store'
import { describeOnStores } from '@sluice/testkit/stores'
import { createGraphqlApps } from '../src/create-graphql-apps.ts'

const shop = {
  descriptor: { name: 'Shop', enabled: true, uri: 'shop' },
  schema: 'type Order { _id: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders', find: { _id: { $gt: 0 } } } } },
}

await describeOnStores('1,000 repeats at once on a store that is slow, loses answers and refuses calls', openStore => {
  let faulty: FaultyStore
  let platform: TestPlatform
  let client: SignedClient
  let part: ReturnType<typeof createGraphqlApps>

  beforeAll(async () => {
    faulty = await openFaultyStore(await openStore())
    platform = await openTestPlatform({ store: faulty.store })
    const address = { socketPath: join(platform.directory, 'graphql-apps.sock') }
    part = createGraphqlApps(platform, { address })
    await part.start()
    client = createSignedClient({ platform, upstream: 'graphql-apps', address })
  }, 60_000)
  afterAll(async () => {
    await part.stop(1_000)
    await platform.close()
  })

  it('make one app of one version, and are given its answer in the end', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [answer, ...others] = await faulty.repeat(() => client.request('POST', '/gql-apps', { body: shop, headers }))
    expect(others).toEqual([])
    expect(answer).toMatchObject({ status: 201, text: expect.stringContaining('"uri":"shop"') })
    for (const collection of ['gql-apps', 'gqlAppVersions']) {
      expect(await platform.store.collection({ db: 'sluice', collection }).count({})).toBe(1)
    }
  }, 240_000)
})
