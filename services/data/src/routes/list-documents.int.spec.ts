import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { bodyBudget } from '@sluice/service-kit'
import { Long } from 'bson'
import { startData, type TestData } from '../testing/start-data.ts'

const reader = { id: 'ada', roles: ['reader'] }
const query = (parameters: Record<string, unknown>) => {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return `?${new URLSearchParams(texts)}`
}

describe('GET /<collection>', () => {
  let data: TestData

  beforeAll(async () => {
    data = await startData()
    const orders = data.platform.store.collection({ db: 'sluice', collection: 'orders' })
    await orders.insertMany([
      { _id: 'a', status: 'open', total: 5, owner: 'ada', lines: [{ sku: 'x', cost: 1 }] },
      { _id: 'b', status: 'open', total: 7.5, owner: 'bob', lines: [{ sku: 'y', cost: 2 }] },
      {
        _id: 'c',
        status: 'done',
        total: Long.fromString('9007199254740993'),
        owner: 'ada',
        at: new Date(1_700_000_000_000),
      },
    ])
    await data.platform.store.createCollection({ db: 'sluice', collection: 'empty' })
  })
  afterAll(() => data.stop())

  const ids = (answer: { json: unknown }) => (answer.json as { _id: string }[]).map(({ _id }) => _id)

  it('refuses a page for which there is no room beside other bodies, with 503', async () => {
    const other = Object.assign(new EventEmitter(), { closed: false })
    const hold = bodyBudget.holdUntilClosed(other)
    for (let step = 2 ** 30; step >= 1; step /= 2) while (hold(step));
    const [full, empty] = [await data.request('GET', '/orders'), await data.request('GET', '/empty')]
    other.emit('close')
    expect(full).toMatchObject({ status: 503, json: { code: 'OVERLOADED' } })
    expect(empty).toMatchObject({ status: 200 })
    expect(await data.request('GET', '/orders')).toMatchObject({ status: 200 })
  })

  describe('200', () => {
    it('answers an array, newest first', async () => {
      const answer = await data.request('GET', '/orders')
      expect(answer.status).toBe(200)
      expect(ids(answer)).toEqual(['c', 'b', 'a'])
    })

    it('combines filters, sorts, cuts to the keys and pages', async () => {
      const target = `/orders${query({ filter: { owner: 'ada' }, sort: 'total', keys: { total: 1 }, pagesize: '1', page: '1' })}`
      expect((await data.request('GET', target)).json).toEqual([{ _id: 'a', total: 5 }])
      const both = `/orders?filter={"status":"open"}&filter={"owner":"bob"}`
      expect(ids(await data.request('GET', encodeURI(both)))).toEqual(['b'])
    })

    it('counts on demand and answers an empty array beyond the last page', async () => {
      const answer = await data.request(
        'GET',
        `/orders${query({ filter: { status: 'open' }, count: 'true', page: '9' })}`,
      )
      expect(answer).toMatchObject({ status: 200, json: [], headers: { 'x-total-count': '2' } })
      expect((await data.request('GET', '/orders?count=estimated&pagesize=0')).headers['x-total-count']).toBe('3')
      expect((await data.request('GET', '/empty')).json).toEqual([])
    })

    it('writes types as the mode says, and loses no digit', async () => {
      const target = (mode: string) =>
        `/orders${query({ filter: { _id: 'c' }, keys: { total: 1, at: 1 }, jsonMode: mode })}`
      expect((await data.request('GET', target('standard'))).text).toBe(
        '[{"_id":"c","total":{"$numberLong":"9007199254740993"},"at":{"$date":1700000000000}}]',
      )
      expect((await data.request('GET', target('relaxed'))).text).toContain('"total":9007199254740993')
      expect((await data.request('GET', target('canonical'))).text).toContain(
        '{"$date":{"$numberLong":"1700000000000"}}',
      )
      expect(await data.request('GET', target('shell'))).toMatchObject({
        text: expect.stringContaining('ISODate("2023-11-14T22:13:20.000Z")'),
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      })
    })

    it('shows only what the readFilter lets through, and hides what projectResponse hides', async () => {
      const permission = { rules: { readFilter: { owner: 'ada' }, projectResponse: { 'lines.cost': 0, owner: 0 } } }
      const answer = await data.request('GET', `/orders${query({ sort: '_id', count: 'true' })}`, {
        user: reader,
        permission,
      })
      expect(answer.headers['x-total-count']).toBe('2')
      expect(answer.json).toMatchObject([{ _id: 'a', lines: [{ sku: 'x' }] }, { _id: 'c' }])
      expect(answer.text).not.toContain('cost')
      expect(answer.text).not.toContain('owner')
      const inside = await data.request('GET', `/orders${query({ filter: { _id: 'a' }, keys: { lines: 1 } })}`, {
        user: reader,
        permission,
      })
      expect(inside.json).toEqual([{ _id: 'a', lines: [{ sku: 'x' }] }])
    })
  })

  describe('400', () => {
    it.each([
      ['filter=', 'filter'],
      ['filter={', 'filter'],
      ['filter=[]', 'filter'],
      ['filter={"$where":"1"}', ''],
      ['filter={"a":{"$function":{}}}', 'a'],
      ['filter={"$or":[{"$expr":{}}]}', ''],
      ['sort={"a":2}', 'sort'],
      ['keys={"a":{"$slice":1}}', 'keys'],
      ['keys={"a":1,"b":0}', 'keys'],
    ])('refuses %s as BAD_FILTER', async (text, path) => {
      const answer = await data.request('GET', `/orders?${encodeURI(text)}`)
      expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_FILTER', errors: [{ path }] } })
    })

    it.each(['page=0', 'page=x', 'pagesize=1001', 'pagesize=-1', 'jsonMode=xml', 'hint={'])(
      'refuses %s as BAD_QUERY',
      async text => {
        expect(await data.request('GET', `/orders?${text}`)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
      },
    )
  })

  describe('403', () => {
    it('refuses hidden fields in filter, sort and keys, at any depth', async () => {
      const permission = { rules: { projectResponse: { 'lines.cost': 0 } } }
      for (const text of [
        'filter={"lines.cost":1}',
        'filter={"lines.0.cost":1}',
        'filter={"$or":[{"a":1},{"lines":{"$elemMatch":{"cost":1}}}]}',
        'filter={"lines":[{"sku":"x","cost":1}]}',
        'sort=lines.cost',
        'sort=-lines',
        'keys={"lines.cost":1}',
      ]) {
        const answer = await data.request('GET', `/orders?${encodeURI(text)}`, { user: reader, permission })
        expect(answer).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
      }
    })

    it('refuses passwords of users to the root role too', async () => {
      for (const text of ['filter={"password":{"$regex":"^a"}}', 'sort=password', 'keys={"password":1}']) {
        const answer = await data.request('GET', `/users?${encodeURI(text)}`)
        expect(answer).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
      }
      const users = await data.request('GET', '/users')
      expect(users.json).toEqual([{ _id: 'admin', roles: ['admin'], _etag: expect.anything() }])
    })

    it('refuses a caller without a permission', async () => {
      expect(await data.request('GET', '/orders', { user: reader })).toMatchObject({ status: 403 })
    })
  })

  describe('404', () => {
    it('says how a missing collection is made, and denies inner ones', async () => {
      expect(await data.request('GET', '/nothing')).toMatchObject({
        status: 404,
        json: { code: 'NOT_FOUND', detail: expect.stringContaining('PUT /nothing') },
      })
      expect(await data.request('GET', '/mcp')).toMatchObject({
        status: 404,
        json: { detail: 'There is no collection at /mcp. None can have this name.' },
      })
      for (const name of ['apiKeys', 'webhooks', '_collections', 'system.indexes', 'gql-apps', 'plugins', 'sessions']) {
        expect(await data.request('GET', `/${name}`)).toMatchObject({ status: 404 })
      }
    })
  })
})

describe('GET /<collection>/_size', () => {
  it('counts what the caller may see', async () => {
    const data = await startData()
    await data.platform.store.collection({ db: 'sluice', collection: 'n' }).insertMany([{ o: 1 }, { o: 2 }, { o: 2 }])
    expect((await data.request('GET', '/n/_size')).json).toEqual({ _size: 3 })
    const permission = { rules: { readFilter: { o: 2 } } }
    expect((await data.request('GET', '/n/_size', { user: reader, permission })).json).toEqual({ _size: 2 })
    expect((await data.request('GET', `/n/_size?${encodeURI('filter={"o":1}')}`)).json).toEqual({ _size: 1 })
    expect((await data.request('GET', '/none/_size')).status).toBe(404)
    await data.stop()
  })
})
