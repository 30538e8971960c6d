import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ProcessPart } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { createSignedClient, openTestPlatform, type SignedRequest, type TestPlatform } from '@sluice/testkit'
import { ObjectId } from 'bson'
import { createGraphqlApps } from '../src/create-graphql-apps.ts'

let platform: TestPlatform
let part: ProcessPart
let client: AppClient

type ReplyFault = { path: string; message: string; extensions: { code: string } }
/** What the answers of this service hold, between them. */
type ReplyBody = {
  _id: { $oid: string }
  code: string
  descriptor: Document
  mappings: { Query: { orders: Document } }
  errors: ReplyFault[]
  data: { orders: Document[]; __schema: { queryType: { fields: unknown[] } } }
} & Document[]
type AppReply = { status: number; headers: Record<string, unknown>; json: ReplyBody }
type AppClient = { request(method: string, target: string, request?: SignedRequest): Promise<AppReply> }

const orders = () => platform.store.collection({ db: 'sluice', collection: 'orders' })
const apps = () => platform.store.collection({ db: 'sluice', collection: 'gql-apps' })

const shop = (changes: Document = {}, descriptor: Document = {}) => ({
  _id: 'shop',
  descriptor: { name: 'Shop', uri: 'shop', ...descriptor },
  schema: 'type Order { _id: Int status: String } type Query { orders(status: String, limit: Int): [Order] }',
  mappings: {
    Query: {
      orders: {
        db: 'sluice',
        collection: 'orders',
        find: { status: { $arg: 'status' } },
        sort: { _id: 1 },
        limit: { $arg: 'limit' },
      },
    },
  },
  ...changes,
})

const post = (body: unknown, target = '/gql-apps') => client.request('POST', target, { body })
const patch = (body: unknown, headers: Record<string, string> = {}) =>
  client.request('PATCH', '/gql-apps/shop', { body, headers })
const ask = (query: unknown, { variables = {}, uri = 'shop', headers = {} }: PostedOperation = {}) =>
  client.request('POST', `/graphql/${uri}`, { body: typeof query === 'string' ? { query, variables } : query, headers })
type PostedOperation = { variables?: Document; uri?: string; headers?: Record<string, string> }
const pathsOf = (answer: AppReply) => answer.json.errors.map(error => error.path)

beforeAll(async () => {
  platform = await openTestPlatform()
  const address = { socketPath: join(platform.directory, 'graphql-apps.sock') }
  part = createGraphqlApps(platform, { address })
  await part.start()
  client = createSignedClient({ platform, upstream: 'graphql-apps', address }) as AppClient
  await orders().insertMany([
    { _id: 1, status: 'open' },
    { _id: 2, status: 'open' },
    { _id: 3, status: 'closed' },
  ])
})
afterAll(async () => {
  await part.stop(1000)
  await platform.close()
})
beforeEach(async () => {
  for (const { _id } of await apps().find({})) await client.request('DELETE', `/gql-apps/${String(_id)}`)
})

describe('saving an app', () => {
  it('is 201 with the app, its address and etag, and the app answers at once', async () => {
    const saved = await post(shop())
    expect(saved.status).toBe(201)
    expect(saved.headers).toMatchObject({ location: '/gql-apps/shop', etag: expect.stringMatching(/^"[0-9a-f]{24}"$/) })
    expect(saved.json.mappings.Query.orders.find).toEqual({ status: { $arg: 'status' } })
    const answer = await ask('{ orders(status: "open") { _id } }')
    expect(answer.json).toEqual({ data: { orders: [{ _id: 1 }, { _id: 2 }] } })
  })

  it('names every fault at once, in the schema with line and column', async () => {
    const faulty = await post(shop({ schema: 'type Query {\n  a: Nope\n  b: Nothing\n}' }, { name: '', extra: 1 }))
    expect(faulty.status).toBe(400)
    expect(faulty.json.code).toBe('VALIDATION_FAILED')
    expect(pathsOf(faulty)).toEqual(expect.arrayContaining(['descriptor.name', 'descriptor.extra', 'schema', 'schema']))
    expect(faulty.json.errors).toContainEqual(expect.objectContaining({ path: 'schema', line: 2, column: 6 }))
    expect(faulty.json.errors).toContainEqual(expect.objectContaining({ path: 'schema', line: 3, column: 6 }))
  })

  it('refuses with 409 an address that another app has, by its uri or by its _id', async () => {
    await post(shop())
    expect((await post(shop({ _id: 'other' }, { uri: '/shop' }))).status).toBe(409)
    expect((await post(shop({ _id: 'shop/2' }))).status).toBe(400)
    const byId = await post({ ...shop({ _id: 'till' }), descriptor: { name: 'Till' } })
    expect(byId.status).toBe(201)
    expect((await post(shop({ _id: 'third' }, { uri: 'till' }))).status).toBe(409)
    expect((await post(shop())).status).toBe(409)
  })

  it('lets one of two writers at once have an address', async () => {
    const both = await Promise.all(['one', 'two', 'three', 'four'].map(_id => post(shop({ _id }, { uri: 'same' }))))
    expect(both.map(each => each.status).toSorted()).toEqual([201, 409, 409, 409])
  })

  it('serves an app without uri under its _id, and one with several segments', async () => {
    const saved = await post({ ...shop({ _id: undefined }), descriptor: { name: 'Nameless' } })
    const id = saved.json._id.$oid
    expect((await ask('{ orders { _id } }', { uri: id })).json.data.orders).toHaveLength(3)
    expect((await client.request('GET', `/gql-apps/${id}`)).json.descriptor.name).toBe('Nameless')
    await post(shop({}, { uri: '/a/b/c' }))
    expect((await ask('{ orders { _id } }', { uri: 'a/b/c' })).status).toBe(200)
  })

  it('is 400 with the place for a body that is no JSON', async () => {
    const answer = await client.request('POST', '/gql-apps', { body: '{"descriptor":' })
    expect(answer.json).toMatchObject({ status: 400, code: 'MALFORMED_JSON', errors: [{ line: 1, column: 15 }] })
  })
})

describe('changing an app', () => {
  it('merges the descriptor, dotted keys too, and replaces schema and mappings whole', async () => {
    await post(shop({}, { description: 'Old' }))
    const changed = await patch({
      'descriptor.name': 'New',
      descriptor: { description: null },
      mappings: shop().mappings,
    })
    expect(changed.status).toBe(200)
    expect(changed.json.descriptor).toEqual({ name: 'New', enabled: true, uri: 'shop' })
    expect(changed.json.mappings).toEqual(shop().mappings)
  })

  it('leaves the old app live where the new one is refused', async () => {
    await post(shop())
    const refused = await patch({ mappings: { Query: { orders: { db: 'sluice', collection: 'apiKeys' } } } })
    expect(refused.status).toBe(400)
    expect(pathsOf(refused)).toEqual(['mappings.Query.orders.collection'])
    expect((await ask('{ orders { _id } }')).json.data.orders).toHaveLength(3)
  })

  it('takes the app off line and puts it back', async () => {
    await post(shop())
    await patch({ descriptor: { enabled: false } })
    expect((await ask('{ orders { _id } }')).status).toBe(404)
    await patch({ descriptor: { enabled: true } })
    expect((await ask('{ orders { _id } }')).status).toBe(200)
  })

  it('moves an app: the old address is gone at once', async () => {
    await post(shop())
    await patch({ descriptor: { uri: 'moved' } })
    expect((await ask('{ orders { _id } }')).status).toBe(404)
    expect((await ask('{ orders { _id } }', { uri: 'moved' })).status).toBe(200)
  })

  it('is 412 for another version than If-Match names, and never loses one of two changes', async () => {
    const { headers } = await post(shop())
    expect((await patch({ descriptor: { name: 'A' } }, { 'if-match': '"000000000000000000000000"' })).status).toBe(412)
    expect((await patch({ descriptor: { name: 'A' } }, { 'if-match': String(headers.etag) })).status).toBe(200)
    expect((await patch({ descriptor: { name: 'B' } }, { 'if-match': String(headers.etag) })).status).toBe(412)
    await Promise.all([patch({ descriptor: { name: 'C' } }), patch({ descriptor: { description: 'D' } })])
    const { json } = await client.request('GET', '/gql-apps/shop')
    expect(json.descriptor).toMatchObject({ name: 'C', description: 'D' })
  })

  it('is 404 for an unknown app and 400 for a new _id', async () => {
    expect((await patch({ descriptor: { name: 'A' } })).status).toBe(404)
    await post(shop())
    expect((await patch({ _id: 'other' })).status).toBe(400)
  })
})

describe('deleting an app', () => {
  it('is 204, then 404 everywhere', async () => {
    await post(shop())
    expect((await client.request('DELETE', '/gql-apps/shop', { headers: { 'if-match': '"0"' } })).status).toBe(412)
    expect((await client.request('DELETE', '/gql-apps/shop')).status).toBe(204)
    expect((await client.request('DELETE', '/gql-apps/shop')).status).toBe(404)
    expect((await client.request('GET', '/gql-apps/shop')).status).toBe(404)
    expect((await ask('{ orders { _id } }')).status).toBe(404)
  })
})

describe('reading apps', () => {
  it('lists them in pages with the total, and finds text as it stands', async () => {
    for (const _id of ['a', 'b', 'c']) await post(shop({ _id }, { uri: _id, name: `Name ${_id}.` }))
    const page = await client.request('GET', '/gql-apps?page=2&pagesize=2')
    expect(page.headers['x-total-count']).toBe('3')
    expect(page.json.map((each: Document) => each._id)).toEqual(['a'])
    expect((await client.request('GET', '/gql-apps?q=B.')).json).toHaveLength(1)
    expect((await client.request('GET', '/gql-apps?q=.*')).json).toEqual([])
    expect((await client.request('GET', '/gql-apps?page=0')).status).toBe(400)
  })

  it('is 304 for the version that the caller has', async () => {
    const { headers } = await post(shop())
    const again = await client.request('GET', '/gql-apps/shop', { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
  })

  it('says what saving would say, without saving', async () => {
    const bad = await post(shop({ mappings: { Query: { orders: { db: 'sluice' } } } }), '/gql-apps/validate')
    expect(bad).toMatchObject({
      status: 200,
      json: { valid: false, errors: [{ path: 'mappings.Query.orders.collection' }] },
    })
    expect((await post(shop(), '/gql-apps/validate')).json).toEqual({ valid: true, errors: [] })
    expect((await client.request('GET', '/gql-apps')).json).toEqual([])
  })
})

describe('a stored app that did not come through the checks', () => {
  it('is off line alone, and comes back when it is mended', async () => {
    await post(shop())
    const record = (app: Document) =>
      platform.changes.record('apps', String(app._id), transaction =>
        transaction
          .collection({ db: 'sluice', collection: 'gql-apps' })
          .replaceOne({ _id: app._id }, app, { upsert: true }),
      )
    await record({ _id: 'broken', _etag: new ObjectId(), nonsense: true })
    await record({
      ...shop({ _id: 'worse', schema: 'type Query {' }, { uri: 'worse', enabled: true }),
      _etag: new ObjectId(),
    })
    await record({ ...shop({ _id: 'twin' }, { enabled: true }), _etag: new ObjectId() })
    expect((await ask('{ orders { _id } }', { uri: 'broken' })).status).toBe(404)
    expect((await ask('{ orders { _id } }', { uri: 'worse' })).status).toBe(404)
    expect((await ask('{ orders { _id } }')).status).toBe(200)
    await record({ ...shop({ _id: 'worse' }, { uri: 'worse', enabled: true }), _etag: new ObjectId() })
    expect((await ask('{ orders { _id } }', { uri: 'worse' })).status).toBe(200)
  })
})

describe('the endpoint', () => {
  beforeEach(async () => {
    await post(shop({}, { limits: { maxDepth: 2, maxAliases: 2, maxTokens: 60, maxDocuments: 2 } }))
  })
  const codeOf = (answer: AppReply) => answer.json.errors[0]?.extensions.code

  it('answers errors of the request with 400 in the new media type and 200 in the old one', async () => {
    const json = { headers: { accept: 'application/json' } }
    const cases: [unknown, string][] = [
      ['{ orders {', 'GRAPHQL_PARSE_FAILED'],
      ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
      [{ query: 'query($l: Int) { orders(limit: $l) { _id } }', variables: { l: 'x' } }, 'BAD_USER_INPUT'],
      [{ query: '{ orders { _id } }', operationName: 'other' }, 'OPERATION_RESOLUTION_FAILURE'],
      ['query a { orders { _id } } query b { orders { _id } }', 'OPERATION_RESOLUTION_FAILURE'],
      ['{ a: orders { _id } b: orders { _id } c: orders { _id } }', 'LIMIT_EXCEEDED'],
      [`{ ${'orders { _id } '.repeat(20)} }`, 'LIMIT_EXCEEDED'],
    ]
    for (const [query, code] of cases) {
      const modern = await ask(query)
      expect([modern.status, codeOf(modern), modern.json.data]).toEqual([400, code, undefined])
      expect(modern.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8')
      const old = await ask(query, json)
      expect([old.status, codeOf(old)]).toEqual([200, code])
      expect(old.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  it('answers what is no GraphQL request with 400 in both', async () => {
    for (const body of [{}, [], [{ query: '{ orders { _id } }' }], { query: 5 }, { query: '{ a }', variables: [] }]) {
      for (const accept of ['application/json', '*/*']) {
        expect((await ask(body, { headers: { accept } })).status).toBe(400)
      }
    }
    expect((await ask('', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await client.request('POST', '/graphql/shop', { body: '{"query"' })).status).toBe(400)
    expect((await client.request('POST', '/graphql/shop', { body: { query: ' '.repeat(110_000) } })).status).toBe(413)
    expect((await client.request('GET', '/graphql/shop')).status).toBe(405)
    expect((await ask('{ orders { _id } }', { uri: 'nowhere' })).json.code).toBe('NOT_FOUND')
  })

  it('reads no more documents than the app allows, and says so', async () => {
    const answer = await ask('{ orders { _id } }')
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      data: { orders: null },
      errors: [{ path: ['orders'], extensions: { code: 'LIMIT_EXCEEDED' } }],
    })
    expect((await ask('{ orders(limit: 2) { _id } }')).json.data.orders).toHaveLength(2)
  })

  it('refuses a limit that is negative or above 1,000, and takes 0 for the default', async () => {
    for (const limit of [-1, 1001]) {
      const answer = await ask('query($l: Int) { orders(limit: $l) { _id } }', { variables: { l: limit } })
      expect(codeOf(answer)).toBe('BAD_USER_INPUT')
    }
    await patch({ descriptor: { limits: null } })
    await orders().insertMany(Array.from({ length: 150 }, (_, at) => ({ _id: 1000 + at, status: 'many' })))
    expect((await ask('{ orders(limit: 0) { _id } }')).json.data.orders).toHaveLength(100)
    expect((await ask('{ orders(limit: 120) { _id } }')).json.data.orders).toHaveLength(120)
    await orders().deleteMany({ status: 'many' })
  })

  it('shows its schema unless the app says no', async () => {
    const query = '{ __schema { queryType { fields { args { type { kind } } } } } }'
    expect((await ask(query)).json.data.__schema.queryType.fields).toHaveLength(1)
    await patch({ descriptor: { introspection: false } })
    expect(codeOf(await ask(query))).toBe('INTROSPECTION_DISABLED')
    expect((await ask('{ __typename }')).json).toEqual({ data: { __typename: 'Query' } })
  })

  it('chooses the operation by its name', async () => {
    const query = 'query a { orders(limit: 1) { _id } } query b { orders(limit: 2) { _id } }'
    expect((await ask({ query, operationName: 'b' })).json.data.orders).toHaveLength(2)
  })
})

describe('the dedicated tier', () => {
  it('has its apps under the default database, and each names the database that it reads', async () => {
    const own = await openTestPlatform({ tier: 'dedicated' })
    const address = { socketPath: join(own.directory, 'graphql-apps.sock') }
    const service = createGraphqlApps(own, { address })
    await service.start()
    const inside = createSignedClient({ platform: own, upstream: 'graphql-apps', address }) as AppClient
    await own.store.collection({ db: 'shop', collection: 'orders' }).insertOne({ _id: 7, status: 'open' })
    const mappings = { Query: { orders: { db: 'shop', collection: 'orders' } } }
    expect((await inside.request('POST', '/gql-apps', { body: shop({ mappings }) })).status).toBe(404)
    const saved = await inside.request('POST', '/sluice/gql-apps', { body: shop({ mappings }) })
    expect([saved.status, saved.headers.location]).toEqual([201, '/sluice/gql-apps/shop'])
    const answer = await inside.request('POST', '/graphql/shop', { body: { query: '{ orders { _id } }' } })
    expect(answer.json.data).toEqual({ orders: [{ _id: 7 }] })
    await service.stop(1000)
    await own.close()
  })
})
