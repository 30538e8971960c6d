import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startData, type TestData } from '../src/testing/start-data.ts'

describe('a parameter that nobody reads', () => {
  let data: TestData
  const orders = () => data.platform.store.collection({ db: 'sluice', collection: 'orders' })
  const send = (line: string, body?: object) => {
    const [method = '', target = ''] = line.split(' ')
    return data.request(method, target, { body })
  }

  beforeAll(async () => {
    data = await startData()
    await send('PUT /orders')
  })
  afterAll(() => data.stop())
  beforeEach(async () => {
    await orders().deleteMany({})
    await orders().insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
    ])
  })

  it.each([
    'GET /orders?filtr={"n":1}',
    'GET /orders?page=1&page=2',
    'GET /orders?rep=HAL',
    'GET /orders/a?filter={"n":2}',
    'GET /orders/_size?filtr={"n":1}',
    'POST /orders?writeMode=upsert',
    'POST /orders?sid=1&txn=2',
    'PUT /orders/a?checketag',
    'PATCH /orders/a?filter={"n":2}',
    'DELETE /orders/a?filter={"n":2}',
    'DELETE /orders/a?wm=update',
    'DELETE /orders/*?filter={}&dryRun=true',
    'DELETE /orders/*?filter={}&limit=1',
    'PATCH /orders/*?filter={}&jsonSchema=1',
    'PUT /orders/_indexes/n?unique=true',
    'PUT /orders?description=x',
    'DELETE /orders?force=true',
    'PATCH /orders/_meta?checkEtag',
  ])('is refused by name before anything is done: %s', async line => {
    const body = line.startsWith('GET') || line.startsWith('DELETE') ? undefined : { keys: { n: 1 } }
    expect(await send(line, body)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    expect(await orders().find({}, { sort: { _id: 1 } })).toEqual([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
    ])
    expect(await orders().listIndexes()).toHaveLength(1)
  })

  it('passes where a permission may read it', async () => {
    for (const line of ['GET /orders?tenant=x', 'GET /orders/a?tenant=x', 'DELETE /orders/a?tenant=x']) {
      expect((await send(line)).status).toBeLessThan(300)
    }
  })
})
