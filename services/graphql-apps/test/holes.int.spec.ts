import { beforeAll, describe, expect, it } from '@jest/globals'
import { BSONRegExp } from 'bson'
import type { HoleCaller } from '../src/domain/model/hole.ts'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const from = (collection: string, rest: object = {}) => ({ db: 'sluice', collection, sort: { _id: 1 }, ...rest })
const app = compileTestApp(
  `
  type Query {
    mine: [Order]
    ours: [Order]
    ofTeam(state: String): [Order]
    toMe: [Order]
    due: [Order]
    orders: [Order]
  }
  type Order { _id: Int lines: [Line] first: Line }
  type Line { sku: String sameOwner: [Order] product: Product }
  type Product { _id: String name: String }
  `,
  {
    Query: {
      mine: from('orders', { find: { owner: { $arg: '@user._id' } } }),
      ours: from('orders', { find: { owner: { $in: { $arg: '@user.friends' } } } }),
      ofTeam: from('orders', { find: { team: { $arg: ['@user.team', 'none'] }, state: { $arg: 'state' } } }),
      toMe: from('orders', { find: { role: { $in: { $arg: '@roles' } } } }),
      due: from('orders', { find: { at: { $lte: { $arg: '@now' } } } }),
      orders: from('orders'),
    },
    Order: { first: 'lines.0' },
    Line: {
      sameOwner: from('orders', { find: { owner: { $arg: 'rootDoc.owner' }, _id: { $ne: { $arg: 'rootDoc._id' } } } }),
      product: { db: 'sluice', collection: 'products', find: { shop: { $arg: 'rootDoc.shop' }, sku: { $fk: 'sku' } } },
    },
  },
)

const orders = [
  {
    _id: 1,
    owner: 'ann',
    team: 'red',
    state: 'open',
    role: 'clerk',
    at: new Date(10),
    shop: 's1',
    lines: [{ sku: 'a' }],
  },
  {
    _id: 2,
    owner: 'bob',
    team: 'none',
    state: 'open',
    role: 'chief',
    at: new Date(20),
    shop: 's2',
    lines: [{ sku: 'a' }],
  },
  {
    _id: 3,
    owner: 'ann',
    team: 'red',
    state: 'done',
    at: new Date(30),
    shop: 's2',
    lines: [{ sku: 'a' }, { sku: 'b' }],
  },
  { _id: 4, owner: { $ne: null }, team: new BSONRegExp('.*'), role: null, lines: [] },
]
const products = [
  { _id: 's1a', shop: 's1', sku: 'a', name: 'one' },
  { _id: 's2a', shop: 's2', sku: 'a', name: 'two' },
]
const ann: HoleCaller = {
  user: { _id: 'ann', team: 'red', friends: ['ann', 'bob'] },
  roles: ['clerk'],
  isRoot: false,
  now: new Date(20),
}
const anonymous: HoleCaller = { user: undefined, roles: ['$unauthenticated'], isRoot: false, now: new Date(0) }

describeOnEachStore('values of the caller and of the root', runner => {
  beforeAll(async () => {
    await runner().load('orders', orders)
    await runner().load('products', products)
  })

  const ask = async (query: string, caller: HoleCaller) => {
    const { text, errors } = await runner().run(app, query, { caller })
    return { data: JSON.parse(text ?? 'null'), errors }
  }
  const idsOf = async (field: string, caller: HoleCaller) => {
    const { data, errors } = await ask(`{ found: ${field} { _id } }`, caller)
    expect(errors).toEqual([])
    return data.found.map(({ _id }: { _id: number }) => _id)
  }

  describe('a mapping that asks for the caller', () => {
    it.each([
      ['mine', [1, 3]],
      ['ours', [1, 2, 3]],
      ['ofTeam', [1, 3]],
      ['ofTeam(state: "open")', [1]],
      ['toMe', [1]],
      ['due', [1, 2]],
    ])('gives %s the documents %j', async (field, ids) => {
      expect(await idsOf(field, ann)).toEqual(ids)
    })

    it.each([
      ['mine', []],
      ['ours', []],
      ['ofTeam', [2]],
      ['toMe', []],
      ['due', []],
    ])(
      'gives an anonymous caller of %s %j: a condition that nothing is known for is never left out',
      async (field, ids) => {
        expect(await idsOf(field, anonymous)).toEqual(ids)
      },
    )

    it.each([{ $ne: 'x' }, new BSONRegExp('.*'), { $gt: '' }, [{ $ne: 'x' }]])(
      'takes %j of the user for a value',
      async team => {
        const caller = { ...ann, user: { ...ann.user, team, friends: [team], _id: team } }
        for (const field of ['mine', 'ours', 'ofTeam']) {
          const { data } = await ask(`{ found: ${field} { _id } }`, caller)
          expect((data.found ?? []).filter(({ _id }: { _id: number }) => _id !== 4)).toEqual([])
        }
      },
    )
  })

  describe('rootDoc', () => {
    it('is the whole document in which the parent stands, also inside lists', async () => {
      const { data, errors } = await ask(
        '{ orders { _id lines { sku sameOwner { _id } product { name } } first { product { _id } } } }',
        anonymous,
      )
      expect(errors).toEqual([])
      const one = { sku: 'a', sameOwner: [{ _id: 3 }], product: { name: 'one' } }
      const two = { sku: 'a', sameOwner: [], product: { name: 'two' } }
      const three = [
        { sku: 'a', sameOwner: [{ _id: 1 }], product: { name: 'two' } },
        { sku: 'b', sameOwner: [{ _id: 1 }], product: null },
      ]
      expect(data.orders).toEqual([
        { _id: 1, lines: [one], first: { product: { _id: 's1a' } } },
        { _id: 2, lines: [two], first: { product: { _id: 's2a' } } },
        { _id: 3, lines: three, first: { product: { _id: 's2a' } } },
        { _id: 4, lines: [], first: null },
      ])
    })

    it('has the parts of it fetched that are read, and joins in one query for all parents', async () => {
      await ask('{ orders { lines { product { name } } } }', anonymous)
      expect(runner().asked.map(({ projection }) => projection)).toEqual([
        { _id: 0, lines: 1, shop: 1 },
        { _id: 0, name: 1, shop: 1, sku: 1 },
      ])
    })
  })
})
