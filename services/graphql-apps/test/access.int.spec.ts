import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { HoleCaller } from '../src/domain/model/hole.ts'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore, describeOnSqlite } from '../src/testing/on-each-store.ts'

const from = (collection: string, rest: object = {}) => ({ db: 'sluice', collection, ...rest })
const app = compileTestApp(
  `
  type Query {
    orders: [Order]
    ofTeam(team: String): [Order]
    byPrice: [Order]
    stats: [BsonDocument]
    withBuyers: [BsonDocument]
    buyers: [Buyer]
  }
  type Order { _id: Int owner: String team: String price: Int lines: [Line] buyer: Buyer deep: Deep }
  type Line { sku: String cost: Int stock: Stock }
  type Deep { secret: Int open: Int }
  type Stock { _id: String left: Int }
  type Buyer { _id: String mail: String }
  `,
  {
    Query: {
      orders: from('orders', { sort: { _id: 1 } }),
      ofTeam: from('orders', { find: { team: { $arg: 'team' } }, sort: { _id: 1 } }),
      byPrice: from('orders', { sort: { price: 1 } }),
      stats: from('orders', { stages: [{ $sort: { _id: 1 } }] }),
      withBuyers: from('orders', {
        stages: [
          { $sort: { _id: 1 } },
          { $lookup: { from: 'buyers', localField: 'owner', foreignField: '_id', as: 'who' } },
        ],
      }),
      buyers: from('buyers', { sort: { _id: 1 } }),
    },
    Order: { buyer: from('buyers', { find: { _id: { $fk: 'owner' } } }) },
    Line: { stock: from('stock', { find: { _id: { $fk: 'cost' } } }) },
  },
  { access: 'collections' },
)

const permission = (_id: string, path: string, mongo: object = {}) => ({
  _id,
  predicate: `method('GET') and path('${path}')`,
  roles: ['clerk'],
  priority: 1,
  mongo,
})
const ALL_ORDERS = permission('o', '/orders')
const OWN_ORDERS = permission('o', '/orders', { readFilter: { owner: '@user._id' } })
const NARROW = permission('o', '/orders', { projectResponse: { price: 0, 'lines.cost': 0, 'deep.secret': 0 } })
const BUYERS = permission('b', '/buyers')

const ann: HoleCaller = { user: { _id: 'ann' }, roles: ['clerk'], isRoot: false, now: new Date(0) }
const root: HoleCaller = { ...ann, isRoot: true }
const nobody: HoleCaller = { user: undefined, roles: ['$unauthenticated'], isRoot: false, now: new Date(0) }

const ORDERS = [
  { _id: 1, owner: 'ann', team: 'red', price: 5, lines: [{ sku: 'a', cost: 1 }], deep: { secret: 1, open: 2 } },
  { _id: 2, owner: 'bob', team: 'red', price: 3, lines: [] },
]

// The server that stands in for MongoDB in tests leaves inside lists what $unset and $project take out in a pipeline.
describeOnSqlite('collections mode', runner => {
  it('hides inside lists in aggregations too what projectResponse hides', async () => {
    await runner().load('orders', ORDERS)
    const { text } = await runner().run(app, '{ stats }', { permissions: [NARROW], caller: ann })
    expect(JSON.parse(text ?? 'null').stats[0].lines).toEqual([{ sku: 'a' }])
  })
})

describeOnEachStore('collections mode', runner => {
  beforeAll(async () => {
    await runner().load('orders', ORDERS)
    await runner().load('buyers', [
      { _id: 'ann', mail: 'ann@example.com' },
      { _id: 'bob', mail: 'bob@example.com' },
    ])
  })

  const ask = async (query: string, permissions: Document[], caller = ann) => {
    const { text, errors } = await runner().run(app, query, { permissions, caller })
    return { data: JSON.parse(text ?? 'null'), codes: errors.map(({ code, path }) => [code, path?.join('.')]) }
  }

  describe('an app in collections mode', () => {
    it('answers as the REST interface would: each collection by the permission of the caller on it', async () => {
      const query = '{ orders { _id buyer { mail } } }'
      expect(await ask(query, [ALL_ORDERS, BUYERS])).toEqual({
        data: {
          orders: [
            { _id: 1, buyer: { mail: 'ann@example.com' } },
            { _id: 2, buyer: { mail: 'bob@example.com' } },
          ],
        },
        codes: [],
      })
      expect(await ask(query, [], root)).toMatchObject({ codes: [] })
    })

    it('gives null and an error for each field that reads a collection without permission, and the rest', async () => {
      expect(await ask('{ orders { _id buyer { mail } } buyers { _id } }', [ALL_ORDERS])).toEqual({
        data: {
          orders: [
            { _id: 1, buyer: null },
            { _id: 2, buyer: null },
          ],
          buyers: null,
        },
        codes: [
          ['FORBIDDEN', 'orders.0.buyer'],
          ['FORBIDDEN', 'orders.1.buyer'],
          ['FORBIDDEN', 'buyers'],
        ],
      })
      expect(await ask('{ orders { _id } }', [ALL_ORDERS], nobody)).toEqual({
        data: { orders: null },
        codes: [['UNAUTHENTICATED', 'orders']],
      })
    })

    it('shows the documents that the readFilter lets through, in finds, joins and aggregations', async () => {
      const own = await ask('{ orders { _id } stats ofTeam(team: "red") { _id } }', [OWN_ORDERS])
      expect(own.codes).toEqual([])
      expect(own.data).toMatchObject({ orders: [{ _id: 1 }], ofTeam: [{ _id: 1 }] })
      expect(own.data.stats).toHaveLength(1)
      const buyers = permission('b', '/buyers', { readFilter: { _id: { $ne: 'ann' } } })
      const joined = await ask('{ orders { buyer { _id } } withBuyers }', [ALL_ORDERS, buyers])
      expect(joined.data.orders).toEqual([{ buyer: null }, { buyer: { _id: 'bob' } }])
      expect(joined.data.withBuyers.map(({ who }: { who: object[] }) => who.length)).toEqual([0, 1])
    })

    it('never shows what projectResponse hides, wherever it stands', async () => {
      const query = '{ orders { _id price lines { sku cost } deep { secret open } } stats }'
      const { data, codes } = await ask(query, [NARROW])
      expect(codes).toEqual([])
      expect(data.orders).toEqual([
        { _id: 1, price: null, lines: [{ sku: 'a', cost: null }], deep: { secret: null, open: 2 } },
        { _id: 2, price: null, lines: [], deep: null },
      ])
      const { lines: _, ...first } = data.stats[0]
      expect(first).toEqual({ _id: 1, owner: 'ann', team: 'red', deep: { open: 2 } })
    })

    it.each([
      ['{ byPrice { _id } }', NARROW, 'byPrice'],
      ['{ ofTeam(team: "red") { _id } }', permission('o', '/orders', { projectResponse: { team: 0 } }), 'ofTeam'],
      ['{ orders { buyer { _id } } }', permission('o', '/orders', { projectResponse: { owner: 0 } }), 'orders.0.buyer'],
      ['{ orders { lines { stock { _id } } } }', NARROW, 'orders.0.lines.0.stock'],
    ])('forbids %s, which asks by a field that is hidden', async (query, hiding, path) => {
      const { codes } = await ask(query, [hiding, BUYERS, permission('s', '/stock')])
      expect(codes[0]).toEqual(['FORBIDDEN', path])
    })

    it('forbids a $lookup into a collection without permission', async () => {
      expect(await ask('{ withBuyers orders { _id } }', [OWN_ORDERS])).toEqual({
        data: { withBuyers: null, orders: [{ _id: 1 }] },
        codes: [['FORBIDDEN', 'withBuyers']],
      })
    })
  })
})
