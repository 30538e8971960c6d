import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ProcessPart } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { createSignedClient, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { createGraphqlApps } from '../src/create-graphql-apps.ts'

let platform: TestPlatform
let part: ProcessPart
let client: { request(method: string, target: string, request?: { body?: unknown }): Promise<MutationReply> }
type MutationReply = { status: number; json: { data?: unknown; errors?: Document[] } }

const orders = () => platform.store.collection({ db: 'sluice', collection: 'orders' })
const at = { db: 'sluice', collection: 'orders' }
const app = {
  _id: 'shop',
  descriptor: { name: 'Shop' },
  schema: `type Order { _id: ObjectId item: String }
    type Query { orders: [Order] }
    type Mutation { addOrder(item: String!, note: String): Order forget(item: String!): Int }`,
  mappings: {
    Query: { orders: at },
    Mutation: {
      addOrder: {
        ...at,
        insertOne: { document: { item: { $arg: 'item' }, note: { $arg: 'note' }, at: { $date: 0 } } },
      },
      forget: { ...at, deleteMany: { filter: { item: { $arg: 'item' } } } },
    },
  },
}

beforeAll(async () => {
  platform = await openTestPlatform()
  const address = { socketPath: join(platform.directory, 'graphql-apps.sock') }
  part = createGraphqlApps(platform, { address })
  await part.start()
  client = createSignedClient({ platform, upstream: 'graphql-apps', address }) as typeof client
  expect((await client.request('POST', '/gql-apps', { body: app })).status).toBe(201)
})
afterAll(async () => {
  await part.stop(1000)
  await platform.close()
})

const ask = (query: string) => client.request('POST', '/graphql/shop', { body: { query } })

describe('a mutation of a served app', () => {
  it('stores a document with _id and _etag, and answers with it', async () => {
    const { status, json } = await ask('mutation { addOrder(item: "lamp") { _id item } }')
    const [stored] = await orders().find({})
    expect(status).toBe(200)
    expect(json).toEqual({ data: { addOrder: { _id: { $oid: String(stored?._id) }, item: 'lamp' } } })
    expect(stored).toEqual({ _id: expect.anything(), item: 'lamp', at: new Date(0), _etag: expect.anything() })
    expect(String(stored?._etag)).toMatch(/^[0-9a-f]{24}$/)
    expect((await ask('mutation { forget(item: "lamp") }')).json).toEqual({ data: { forget: 1 } })
    expect(await orders().count({})).toBe(0)
  })

  it('is refused in a query operation', async () => {
    const { status, json } = await ask('{ addOrder(item: "lamp") { _id } }')
    expect([status, json.errors?.[0]?.extensions]).toMatchObject([400, { code: 'GRAPHQL_VALIDATION_FAILED' }])
    expect(await orders().count({})).toBe(0)
  })
})
