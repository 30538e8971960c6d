import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startData, type TestData } from '../src/testing/start-data.ts'

const manager = { id: 'ada', roles: ['manager'] }
const allowed = { rules: { allowManagementRequests: true } }

describe('managing collections', () => {
  let data: TestData
  beforeAll(async () => {
    data = await startData()
  })
  afterAll(() => data.stop())

  it('makes a collection, 201 and then 200, for whose permission allows it', async () => {
    expect((await data.request('PUT', '/parts', { user: manager, permission: { rules: {} } })).status).toBe(403)
    expect((await data.request('PUT', '/parts', { user: manager, permission: allowed })).status).toBe(201)
    expect((await data.request('PUT', '/parts')).status).toBe(200)
    expect((await data.request('GET', '/parts')).json).toEqual([])
  })

  it('is closed to permissions with a rule: it is about all documents, and a rule about some', async () => {
    await data.request('PUT', '/ruled')
    const { etag = '' } = (await data.request('GET', '/ruled/_meta')).headers
    const headers = { 'if-match': etag }
    const ask = (asked: string, rules: object, body?: object) => {
      const [method = '', target = ''] = asked.split(' ')
      const permission = { rules: { ...allowed.rules, ...rules } }
      return data.request(method, target, { user: manager, permission, headers, body })
    }
    const mine = { owner: 'ada' }
    const index = { keys: { secret: 1 }, ops: { unique: true } }
    const refused = [
      await ask('DELETE /ruled', { writeFilter: mine }),
      await ask('PUT /ruled/_indexes/i', { readFilter: { secret: 0 } }, index),
      await ask('GET /ruled/_indexes', { projectResponse: { secret: 0 } }),
      await ask('PATCH /ruled/_meta', { readFilter: mine }, { jsonSchema: { type: 'object' } }),
      await ask('PUT /another', { mergeRequest: mine }),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
    expect((await ask('GET /ruled/_indexes', {})).status).toBe(200)
  })

  it('shows the names of fields that stand in its properties to no caller from whom some are hidden', async () => {
    await data.request('PUT', '/named')
    await data.request('PATCH', '/named/_meta', { body: { description: 'd', jsonSchema: { required: ['secret'] } } })
    const ask = (rules: object) => data.request('GET', '/named/_meta', { user: manager, permission: { rules } })
    expect((await ask({ ...allowed.rules, readFilter: { a: 1 } })).text).toContain('secret')
    const hiding = await ask({ ...allowed.rules, projectResponse: { secret: 0 } })
    expect(hiding.json).toMatchObject({ description: 'd' })
    expect(hiding.text).not.toContain('secret')
  })

  it('400 for reserved and malformed names', async () => {
    for (const name of ['keys', 'graphql', '.a', '-', 'x'.repeat(121)]) {
      expect((await data.request('PUT', `/${name}`)).status).toBe(400)
    }
    expect((await data.request('PUT', '/parts', { body: { descr: 'x' } })).status).toBe(400)
  })

  it('makes none whose properties are refused', async () => {
    const body = { description: 'd', jsonSchema: { type: 'nothing' } }
    expect((await data.request('PUT', '/unmade', { body })).status).toBe(400)
    expect((await data.request('GET', '/unmade')).status).toBe(404)
  })

  it('keeps the properties that a PUT does not name', async () => {
    const put = (body?: object) => data.request('PUT', '/kept', { body })
    expect(await put({ description: 'first', jsonSchema: { type: 'object' } })).toMatchObject({ status: 201 })
    for (const body of [undefined, {}, { description: 'first' }]) {
      expect(await put(body)).toMatchObject({ status: 200, json: { description: 'first', jsonSchema: {} } })
    }
  })

  it('removes a collection only with its ETag', async () => {
    await data.request('PUT', '/gone')
    expect(await data.request('DELETE', '/gone')).toMatchObject({ status: 409, json: { code: 'IF_MATCH_REQUIRED' } })
    expect(
      (await data.request('DELETE', '/gone', { headers: { 'if-match': '"65a1b2c3d4e5f60718293a4b"' } })).status,
    ).toBe(412)
    const { etag = '' } = (await data.request('GET', '/gone/_meta')).headers
    const headers = { 'if-match': etag }
    expect((await data.request('DELETE', '/gone', { headers, user: manager, permission: { rules: {} } })).status).toBe(
      403,
    )
    expect((await data.request('DELETE', '/gone', { headers })).status).toBe(204)
    expect((await data.request('GET', '/gone')).status).toBe(404)
    expect((await data.request('POST', '/gone', { body: {} })).status).toBe(404)
  })

  it('keeps users and acl, which are there', async () => {
    for (const name of ['users', 'acl']) {
      expect((await data.request('PUT', `/${name}`)).status).toBe(200)
      expect((await data.request('DELETE', `/${name}`, { headers: { 'if-match': '*' } })).status).toBe(403)
    }
  })

  it('makes, lists and removes indexes', async () => {
    await data.request('PUT', '/indexed')
    const body = { keys: { sku: 1 }, ops: { unique: true } }
    expect((await data.request('PUT', '/indexed/_indexes/by-sku', { body })).status).toBe(201)
    expect((await data.request('PUT', '/indexed/_indexes/by-sku', { body })).status).toBe(200)
    expect((await data.request('PUT', '/indexed/_indexes/by-sku', { body: { keys: { other: 1 } } })).status).toBe(409)
    expect((await data.request('PUT', '/indexed/_indexes/bad', { body: { keys: { sku: 2 } } })).status).toBe(400)
    expect((await data.request('GET', '/indexed/_indexes')).json).toContainEqual({
      _id: 'by-sku',
      keys: { sku: 1 },
      ops: { unique: true },
      key: { sku: 1 },
      unique: true,
    })
    await data.request('POST', '/indexed', { body: { sku: 'x' } })
    expect((await data.request('POST', '/indexed', { body: { sku: 'x' } })).status).toBe(409)
    expect((await data.request('DELETE', '/indexed/_indexes/by-sku')).status).toBe(204)
    const since = { $date: 1_700_000_000_000 }
    const ops = { unique: true, partialFilterExpression: { at: { $gte: since } } }
    const partial = await data.request('PUT', '/indexed/_indexes/partial', { body: { keys: { sku: 1 }, ops } })
    expect(partial).toMatchObject({ status: 201, json: { _id: 'partial', key: { sku: 1 }, ...ops } })
    const sparse = { keys: { at: 1 }, ops: { sparse: true, expireAfterSeconds: 5 } }
    expect((await data.request('PUT', '/indexed/_indexes/sparse', { body: sparse })).json).toMatchObject(sparse.ops)
    const again = await data.request('PUT', '/indexed/_indexes/other', { body: sparse })
    expect(again).toMatchObject({ status: 200, json: { _id: 'sparse' } })
    const collation = { keys: { sku: 1 }, ops: { collation: { locale: 'en', strength: 2 } } }
    expect(await data.request('PUT', '/indexed/_indexes/en', { body: collation })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'ops.collation' }] },
    })
    expect((await data.request('DELETE', '/indexed/_indexes/by-sku')).status).toBe(404)
  })

  it('describes itself', async () => {
    const { json } = await data.request('GET', '/openapi.json')
    const { paths } = json as { paths: Record<string, Record<string, { summary: string }>> }
    expect(Object.keys(paths['/{collection}/{id}'] ?? {})).toEqual(['get', 'put', 'patch', 'delete'])
    expect(paths['/{collection}']?.post?.summary).toBe('Create a document, or a list of them')
  })
})

describe('the dedicated tier', () => {
  it('serves every database under its name, system collections under the default one', async () => {
    const data = await startData({ tier: 'dedicated' })
    expect((await data.request('PUT', '/shop/orders')).status).toBe(201)
    const { headers } = await data.request('POST', '/shop/orders', { body: { _id: 'a' } })
    expect(headers.location).toBe('/shop/orders/a')
    expect((await data.request('GET', '/other/orders')).status).toBe(404)
    expect((await data.request('GET', '/sluice/users')).json).toMatchObject([{ _id: 'admin' }])
    expect((await data.request('GET', '/shop/users')).status).toBe(404)
    for (const db of ['admin', 'webhooks', 'local']) expect((await data.request('PUT', `/${db}/c`)).status).toBe(400)
    await data.stop()
  })
})
