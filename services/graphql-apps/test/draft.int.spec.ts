import { beforeAll, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { Binary, Decimal128, Double, Long, ObjectId } from 'bson'
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const ada = new ObjectId()
const holdings: Record<string, Document[]> = {
  orders: [
    {
      _id: 1,
      _etag: new ObjectId(),
      status: 'open',
      total: new Double(5),
      exact: Decimal128.fromString('1.10'),
      customerId: ada,
      userIds: ['eva', 'bo'],
    },
    {
      _id: 2,
      status: 7,
      total: 1.5,
      big: Long.MAX_VALUE,
      at: new Date(0),
      lines: [{ sku: 'a', 'unit price': 2 }, { sku: null }],
    },
    {
      _id: 3,
      odd: { a: 1 },
      any: {},
      file: new Binary(),
      'b c': [[1], [2, 3]],
      'd.e': 1,
      0: 'x',
      deep: { er: { still: true } },
    },
    { _id: 4, odd: 'text', customerId: null, lines: [], 'b c': [] },
  ],
  customers: [{ _id: ada, name: 'Ada' }],
  users: [
    { _id: 'eva', password: 'hash', roles: ['reader'] },
    { _id: 'bo', password: 'hash', roles: [] },
  ],
}

/** Every field of a type, and of those inside. */
function selectionOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).map(({ name, type: own }) => {
    const inner = getNamedType(own)
    return isObjectType(inner) ? `${name} ${selectionOf(inner)}` : name
  })
  return `{ ${fields.join(' ')} }`
}

describeServiceOnEachStore('the draft of an app', {}, apps => {
  const draft = (body: unknown) => apps().request('POST', '/gql-apps/draft', { body })
  const shared = (collection: string) => draft({ db: 'sluice', collection })

  beforeAll(async () => {
    const { store } = apps().platform
    for (const [collection, documents] of Object.entries(holdings)) {
      await store.collection({ db: 'sluice', collection }).insertMany(documents)
    }
    await store.createCollection({ db: 'sluice', collection: 'empty' })
  })

  it.each(['orders', 'customers', 'users', 'empty'])(
    'validates, is served and shows every document without an error: %s',
    async collection => {
      const drafted = await shared(collection)
      expect(drafted.status).toBe(200)
      const app = drafted.json as { schema: string; descriptor: { uri: string } }
      expect((await apps().request('POST', '/gql-apps/validate', { body: app })).json).toEqual({
        valid: true,
        errors: [],
      })
      expect((await apps().request('GET', '/gql-apps')).json).toEqual([])
      const saved = await apps().request('POST', '/gql-apps', { body: app })
      expect(saved.status).toBe(201)
      const known = buildSchema((await apps().request('GET', `${saved.headers.location}/schema`)).text)
      const list = known.getQueryType()?.getFields()[collection]
      const type = list && getNamedType(list.type)
      const query = `{ ${collection} ${isObjectType(type) ? selectionOf(type) : ''} }`
      const { status, json } = await apps().ask(query, {}, app.descriptor.uri)
      expect({ status, errors: (json as Document).errors }).toEqual({ status: 200 })
      expect((json as { data: Record<string, unknown[]> }).data[collection]).toHaveLength(
        holdings[collection]?.length ?? 0,
      )
      await apps().request('DELETE', String(saved.headers.location))
    },
  )

  it("leaves out the versions of documents, which are the service's own", async () => {
    const { json } = await shared('orders')
    expect(JSON.stringify(json)).not.toContain('_etag')
  })

  it('joins where the values are ids of a collection that is called like the field, and filters, sorts and pages', async () => {
    const { json } = await shared('orders')
    await apps().request('POST', '/gql-apps', { body: json })
    const query = `query($c: ObjectId) { orders(customerId: $c, sort: {_id: 1}, limit: 1) {
      _id total exact customer { name } users { _id roles } } order(_id: 2) { big at lines { unit_price } status } }`
    expect((await apps().ask(query, { c: ada.toHexString() }, 'orders')).json).toEqual({
      data: {
        orders: [
          {
            _id: 1,
            total: 5,
            exact: { $numberDecimal: '1.10' },
            customer: { name: 'Ada' },
            users: expect.arrayContaining([
              { _id: 'eva', roles: ['reader'] },
              { _id: 'bo', roles: [] },
            ]),
          },
        ],
        order: {
          big: { $numberLong: '9223372036854775807' },
          at: { $date: 0 },
          lines: [{ unit_price: 2 }, { unit_price: null }],
          status: '7',
        },
      },
    })
    await apps().request('DELETE', '/gql-apps/orders')
  })

  it('never shows a protected field', async () => {
    expect((await shared('users')).text).not.toMatch(/assword/)
    expect((await shared('orders')).text).not.toMatch(/assword/)
  })

  it.each([
    [{ db: 'sluice', collection: 'apiKeys' }, 'collection'],
    [{ db: 'sluice', collection: 'acl' }, 'collection'],
    [{ db: 'sluice', collection: 'gql-apps' }, 'collection'],
    [{ db: 'sluice', collection: 'gqlAppVersions' }, 'collection'],
    [{ db: 'other', collection: 'orders' }, 'db'],
    [{ db: 'sluice' }, 'collection'],
    [{ db: 5, collection: '' }, 'db'],
  ])('of %j is refused', async (body, path) => {
    const answer = await draft(body)
    expect(answer.status).toBe(400)
    expect((answer.json as { errors: { path: string }[] }).errors[0]?.path).toBe(path)
  })

  it('of a collection that is not there is 404', async () => {
    expect((await shared('nowhere')).status).toBe(404)
  })
})
