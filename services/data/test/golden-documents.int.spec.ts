import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  GOLDEN_SENDER,
  goldenDocuments,
  goldenEventId,
  goldenKey,
  goldenVersions,
  openGoldenPlatform,
  openGoldenStore,
} from '@sluice/testkit/golden'
import { storedCollectionMetas } from '../src/adapters/stored-collection-metas.ts'
import { metaPlace } from '../src/routes/manage-databases.ts'
import { startData, type TestData } from '../src/testing/start-data.ts'

describe.each(goldenVersions())('what the data service of version %s has stored', version => {
  let data: TestData
  beforeAll(async () => {
    data = await startData({ store: await openGoldenStore(version) })
  })
  afterAll(() => data.stop())
  /** Etags are drawn: each version has its own. */
  const etagOf = (collection: string, id: string) => {
    const found = goldenDocuments(version)[collection]?.find(({ _id }) => String(_id) === id)
    return { $oid: String(found?._etag) }
  }
  const get = async (path: string) => (await data.request('GET', path)).json

  it('is an owner, so that no other one is made', async () => {
    const owner = { _id: 'admin', _etag: etagOf('users', 'admin'), roles: ['admin'] }
    expect(await get('/users/admin')).toEqual(owner)
  })

  it('is users with what the owner keeps of them, without their hashes', async () => {
    expect(await get('/users/ann')).toEqual({
      _id: 'ann',
      _etag: etagOf('users', 'ann'),
      roles: ['reader', 'writer'],
      team: 'blue',
      hired: { $date: Date.UTC(2020, 1, 29) },
    })
    expect(await get('/users/bob')).toMatchObject({ _id: 'bob', disabled: true })
  })

  it('is users and permissions that can be changed', async () => {
    for (const path of ['/users/ann', '/acl/orders-of-the-team', '/acl/65a1b2c3d4e5f60718293a4b']) {
      const answer = await data.request('PATCH', path, { body: { description: 'Changed.' } })
      expect([path, answer.status, answer.text]).toEqual([path, 200, expect.stringContaining('Changed.')])
    }
  })

  it('is documents of the owner with their types', async () => {
    expect(await get('/orders/65a1b2c3d4e5f60718293a4c')).toEqual({
      _id: { $oid: '65a1b2c3d4e5f60718293a4c' },
      owner: 'ann',
      total: { $numberDecimal: '12.50' },
      at: { $date: Date.UTC(2026, 10, 20, 12) },
      _etag: etagOf('orders', '65a1b2c3d4e5f60718293a4c'),
    })
  })

  it('is the properties of a collection: description, pipelines and schema, which are in force', async () => {
    expect(await get('/orders/_meta')).toMatchObject({ description: 'Orders of all teams.' })
    expect(await get('/orders/_aggrs/by-owner')).toEqual([{ _id: 'ann' }])
    const answer = await data.request('POST', '/orders', { body: { total: 1 } })
    expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED' } })
  })

  it('is the version of the database', async () => {
    const { store, db } = data.platform
    const { etag } = await storedCollectionMetas(store).read(metaPlace(db))
    expect({ $oid: String(etag) }).toEqual(etagOf('_collections', '_database'))
  })
})

/** Versions before kept no answers. */
const keeping = goldenVersions().filter(version => goldenDocuments(version)._keptAnswers)

describe.each(keeping)('what the data service of version %s has kept of POSTs', version => {
  let data: TestData
  beforeAll(async () => {
    const platform = await openGoldenPlatform(version)
    // By now the process that has written half of a list is taken for dead.
    const changes = { ...platform.changes, storeTime: () => platform.changes.storeTime() + 60_000 }
    data = await startData({ platform: { ...platform, changes } })
  })
  afterAll(() => data.stop())

  const ORDER = '/orders/65a1b2c3d4e5f60718293a4c'
  const post = (number: number, body: unknown) =>
    data.request('POST', '/orders', {
      user: GOLDEN_SENDER,
      permission: {},
      body: JSON.stringify(body),
      headers: { 'idempotency-key': goldenKey(number) },
    })
  const ORDER_AS_WRITTEN = {
    owner: 'ann',
    total: { $numberDecimal: '12.50' },
    at: { $date: Date.UTC(2026, 10, 20, 12) },
  }

  it.each([
    [20, 'whole'],
    [21, 'large'],
  ])('is a document, with its types, or its version (%s: %s)', async (number, body) => {
    const answer = await post(number, body)
    expect(answer).toMatchObject({ status: 201, json: ORDER_AS_WRITTEN })
    expect(answer.headers).toMatchObject({ location: ORDER, 'idempotent-replayed': 'true' })
    expect(answer.headers['x-sluice-repeat']).toBe(`kept ${goldenEventId(number)}`)
    expect(await post(number, 'another')).toMatchObject({ status: 422 })
  })

  it('is the answer to a list', async () => {
    expect(await post(22, ['of a list'])).toMatchObject({ status: 200, json: { inserted: 1, links: [ORDER] } })
  })

  it('is a list that is half written, which is gone on with', async () => {
    const answer = await post(23, [{ owner: 'ann' }, { owner: 'bob' }])
    expect(answer).toMatchObject({ status: 200, json: { inserted: 2, links: [ORDER, expect.any(String)] } })
  })
})
