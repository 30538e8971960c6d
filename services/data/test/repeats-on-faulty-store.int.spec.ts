import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type FaultyStore, openFaultyStore } from '@sluice/testkit/faulty-store'
import { describeOnStores } from '@sluice/testkit/stores'
import { startData, type TestData } from '../src/testing/start-data.ts'

const owner = { id: 'admin', roles: ['admin'] }

await describeOnStores('1,000 repeats at once on a store that is slow, loses answers and refuses calls', openStore => {
  let faulty: FaultyStore
  let data: TestData

  beforeAll(async () => {
    faulty = await openFaultyStore(await openStore())
    data = await startData({ store: faulty.store })
    await data.request('PUT', '/parcels')
  }, 60_000)
  afterAll(() => data.stop())

  const repeat = (target: string, key: string, body: unknown) =>
    faulty.repeat(() => data.request('POST', target, { user: owner, body, headers: { 'idempotency-key': key } }))
  const stored = (collection: string, filter: object) =>
    data.platform.store.collection({ db: 'sluice', collection }).find({ ...filter })

  it.each([
    ['parcels', (key: string) => ({ key })],
    ['users', (key: string) => ({ _id: `u-${key}`, key, password: 'long enough', roles: [] })],
    ['acl', (key: string) => ({ description: key, predicate: "path('/x')", roles: ['a'] })],
  ])(
    'leave one document of %s, and are given its answer in the end',
    async (collection, bodyOf) => {
      const key = randomUUID()
      const [answer, ...others] = await repeat(`/${collection}`, key, bodyOf(key))
      expect(others).toEqual([])
      expect(answer).toMatchObject({ status: 201, text: expect.stringContaining(key) })
      expect(await stored(collection, { $or: [{ key }, { description: key }] })).toHaveLength(1)
    },
    240_000,
  )

  it('leave each document of a list once, also where one of them can not be stored', async () => {
    const key = randomUUID()
    await data.request('POST', '/parcels', { body: { _id: key } })
    const [answer, ...others] = await repeat('/parcels', key, [{ key, at: 0 }, { _id: key }, { key, at: 2 }])
    expect(others).toEqual([])
    expect(answer).toMatchObject({ status: 207, text: expect.stringContaining('"inserted":2') })
    expect((await stored('parcels', { key })).map(({ at }) => at).sort()).toEqual([0, 2])
  }, 240_000)
})
