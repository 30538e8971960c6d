import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ProcessPart } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { createSignedClient, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { createGraphqlApps } from '../create-graphql-apps.ts'

const from = (collection: string, rest: Document = {}) => ({ db: 'sluice', collection, ...rest })
const shop = {
  _id: 'shop',
  descriptor: { name: 'Shop', enabled: false, limits: { maxDocuments: 500, maxAliases: 1000 } },
  schema: `
    type Query { orders(status: String): [Order] stats(least: Int!): [BsonDocument] users: [User] }
    type Order { _id: Int status: String buyer: Buyer later(limit: Int): [Order] newer: [Order] }
    type Buyer { _id: String mail: String }
    type User { _id: String password: String }
    type Mutation { clear: Int }
  `,
  mappings: {
    Query: {
      orders: from('orders', { find: { status: { $arg: 'status' } }, sort: { _id: 1 } }),
      stats: from('orders', { stages: [{ $match: { n: { $gte: { $arg: 'least' } } } }] }),
      users: from('users'),
    },
    Order: {
      buyer: from('buyers', { find: { _id: { $fk: 'owner.id' } } }),
      later: from('orders', { find: { status: { $fk: 'status' } }, limit: { $arg: 'limit' } }),
      newer: from('orders', { find: { _id: { $gt: { $fk: '_id' } } } }),
    },
    Mutation: { clear: from('orders', { deleteMany: { filter: {}, all: true } }) },
  },
}

let platform: TestPlatform
let part: ProcessPart
let explain: (body: unknown, id?: string) => Promise<{ status: number; json: Document }>

beforeAll(async () => {
  platform = await openTestPlatform()
  const address = { socketPath: join(platform.directory, 'graphql-apps.sock') }
  part = createGraphqlApps(platform, { address })
  await part.start()
  const client = createSignedClient({ platform, upstream: 'graphql-apps', address })
  expect(await client.request('POST', '/gql-apps', { body: shop })).toMatchObject({ status: 201 })
  explain = async (body, id = 'shop') =>
    (await client.request('POST', `/gql-apps/${id}/explain`, { body })) as { status: number; json: Document }
  const load = (collection: string, documents: Document[]) =>
    platform.store.collection({ db: 'sluice', collection }).insertMany(documents)
  await load('orders', [
    { _id: 1, status: 'open', owner: { id: 'ann' } },
    { _id: 2, status: 'open', owner: { id: 'bob' } },
  ])
  await load('buyers', [{ _id: 'ann', mail: 'ann@example.com' }])
  await load('users', [{ _id: 'eve', password: 'hash-of-eve', roles: [] }])
})
afterAll(async () => {
  await part.stop(1000)
  await platform.close()
})

describe('explaining a query', () => {
  it('says what each field would ask, arguments filled and parents marked, and reads nothing', async () => {
    const query = `query($s: String) { list: orders(status: $s) { status buyer { mail } later(limit: 3) { _id } newer { _id } }
      stats(least: 4) }`
    const { status, json } = await explain({ query, variables: { s: 'open' } })
    expect(status).toBe(200)
    expect(json).toEqual({
      plan: {
        kind: 'general',
        why: 'join-of-another-kind',
        bounds: { documents: 500, timeMs: 5000, commandsAtOnce: 8 },
      },
      fields: [
        {
          path: 'list',
          ...from('orders'),
          how: 'find',
          filter: { status: { $eq: 'open' } },
          sort: { _id: 1 },
          limit: 100,
          projection: { status: 1, 'owner.id': 1, _id: 1 },
          sharing: { kind: 'once' },
        },
        {
          path: 'list.buyer',
          ...from('buyers'),
          how: 'find',
          filter: { _id: { $eq: { $fk: 'owner.id' } } },
          limit: 1,
          projection: { mail: 1, _id: 1 },
          sharing: { kind: 'batched', most: 1000 },
        },
        expect.objectContaining({
          path: 'list.later',
          filter: { status: { $eq: { $fk: 'status' } } },
          limit: 3,
          sharing: expect.objectContaining({ kind: 'each' }),
        }),
        expect.objectContaining({ path: 'list.newer', filter: { _id: { $gt: { $fk: '_id' } } } }),
        {
          path: 'stats',
          ...from('orders'),
          how: 'aggregate',
          stages: [{ $match: { n: { $gte: 4 } } }],
          sharing: { kind: 'once' },
        },
      ],
    })
  })

  it('adds what was asked in fact, with numbers and times, when it is executed', async () => {
    const { json } = await explain({ query: '{ orders { buyer { mail } } }', execute: true })
    const commands = [
      expect.objectContaining({
        collection: 'orders',
        how: 'find',
        filter: {},
        documents: 2,
        ms: expect.any(Number),
        index: '_id_',
      }),
      expect.objectContaining({
        collection: 'buyers',
        filter: { _id: { $in: ['ann', 'bob'] } },
        documents: 1,
        index: '_id_',
      }),
    ]
    expect(json).toMatchObject({ executed: { commands, sent: 2, errors: [] } })
  })

  it('lists 500 fields at most, and says so', async () => {
    const wide = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: stats(least: ${at})`).join(' ')
    const { json } = await explain({ query: `{ ${wide(500)} }` })
    expect([(json.fields as unknown[]).length, json.plan]).toEqual([500, expect.not.objectContaining({ isCut: true })])
    const { json: cut } = await explain({ query: `{ ${wide(501)} }` })
    expect([(cut.fields as unknown[]).length, cut.plan]).toEqual([500, expect.objectContaining({ isCut: true })])
  })

  it('never shows a protected field', async () => {
    const { json } = await explain({ query: '{ users { _id password } }', execute: true })
    expect(JSON.stringify(json)).not.toContain('hash-of-eve')
    expect(JSON.stringify(json)).not.toContain('password')
  })

  it.each([
    ['a mutation', { query: 'mutation { clear }', execute: true }],
    ['a mutation that is not executed', { query: 'mutation { clear }' }],
    ['a query that does not fit the schema', { query: '{ nothing }' }],
    ['a variable of another type', { query: 'query($n: Int!) { stats(least: $n) }', variables: { n: 'x' } }],
    ['no query', {}],
  ])('refuses %s with 400', async (_name, body) => {
    expect(await explain(body)).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED' } })
    expect(await platform.store.collection({ db: 'sluice', collection: 'orders' }).count({})).toBe(2)
  })

  it('says 404 for an app that is not there', async () => {
    expect(await explain({ query: '{ orders { _id } }' }, 'none')).toMatchObject({ status: 404 })
  })
})
