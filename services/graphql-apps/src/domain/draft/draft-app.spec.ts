import { describe, expect, it } from '@jest/globals'
import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MinKey, ObjectId, Timestamp } from 'bson'
import { draft, faultsOf } from '../../testing/draft.ts'

describe('a draft', () => {
  it('has types, a list with filters and a page, one by its id, and joins', () => {
    const customer = new ObjectId()
    const app = draft('orders', {
      orders: [
        {
          _id: new ObjectId(),
          status: 'open',
          total: new Double(5),
          customerId: customer,
          at: new Date(),
          lines: [{ sku: 'a', count: new Int32(1) }],
        },
        {
          _id: new ObjectId(),
          status: 'open',
          total: 5.5,
          customerId: customer,
          tags: ['x'],
          ship: { city: 'Rome', 'zip-code': '1' },
        },
      ],
      customers: [{ _id: customer, name: 'Ada' }],
    })
    expect(faultsOf(app)).toEqual([])
    expect(app.schema).toBe(`type Query {
  orders(status: String, total: Float, customerId: ObjectId, at: DateTime, limit: Int, skip: Int, sort: OrderSort = {_id: -1}): [Order]
  order(_id: ObjectId!): Order
}

"1 is upwards, -1 downwards."
input OrderSort {
  _id: Int
  status: Int
  total: Int
  customerId: Int
  at: Int
}

type Order {
  _id: ObjectId
  status: String
  total: Float
  customerId: ObjectId
  at: DateTime
  lines: [OrderLine]
  tags: [String]
  ship: OrderShip
  customer: Customer
}

type OrderLine {
  sku: String
  count: Int
}

type OrderShip {
  city: String
  zip_code: String
}

type Customer {
  _id: ObjectId
  name: String
}
`)
    expect(app.mappings).toEqual({
      Query: {
        orders: {
          db: 'sluice',
          collection: 'orders',
          find: {
            status: { $arg: 'status' },
            total: { $arg: 'total' },
            customerId: { $arg: 'customerId' },
            at: { $arg: 'at' },
          },
          sort: { $arg: 'sort' },
          limit: { $arg: 'limit' },
          skip: { $arg: 'skip' },
        },
        order: { db: 'sluice', collection: 'orders', find: { _id: { $arg: '_id' } } },
      },
      Order: { customer: { db: 'sluice', collection: 'customers', find: { _id: { $fk: 'customerId' } } } },
      OrderShip: { zip_code: 'zip-code' },
    })
    expect(app.descriptor).toEqual({ name: 'orders', uri: 'orders', enabled: true })
  })

  it('joins lists of ids, ids inside objects, and a field that is called like what it points to', () => {
    const app = draft('posts', {
      posts: [
        { _id: 1, tagIds: ['a', 'b'], author: 'ada', meta: { parent_id: 1 }, replies: [{ userId: 'x' }], parent: 7 },
      ],
      tags: [{ _id: 'a' }],
      authors: [{ _id: 'ada', name: 'Ada' }],
      parents: [{ _id: 1 }],
      users: [{ _id: 'x', password: 'secret', email: 'e' }],
    })
    expect(faultsOf(app)).toEqual([])
    for (const line of [
      'tags: [Tag]',
      'authorDocument: Author',
      'user: User',
      'parent: Parent',
      'parentDocument: Parent',
    ]) {
      expect(app.schema).toContain(`  ${line}\n`)
    }
    expect(app.mappings.Post?.tags).toMatchObject({ find: { _id: { $in: { $fk: 'tagIds' } } } })
    expect(app.schema).not.toContain('password')
    expect(app.mappings.PostReply?.user).toMatchObject({ collection: 'users', find: { _id: { $fk: 'userId' } } })
  })

  it('finds the type that stands for all values of a field, and says what it leaves out', () => {
    const app = draft('values', {
      values: [
        {
          _id: 1,
          number: new Int32(1),
          big: new Int32(1),
          exact: 1,
          text: 1,
          odd: 1,
          none: null,
          list: [],
          any: {},
          deep: [[1]],
        },
        {
          _id: 'a',
          number: 1.5,
          big: Long.MAX_VALUE,
          exact: Decimal128.fromString('1'),
          text: 'x',
          odd: { a: 1 },
          any: { x: 1 },
        },
        {
          regex: new BSONRegExp('a'),
          stamp: new Timestamp({ t: 1, i: 1 }),
          min: new MinKey(),
          binary: new Binary(),
          'a\nb': [1, 'x', {}],
        },
      ],
    })
    expect(faultsOf(app)).toEqual([])
    for (const line of [
      '_id: String',
      'number: Float',
      'big: Long',
      'exact: Decimal128',
      'text: String',
      'regex: Regex',
      'stamp: Timestamp',
      'deep: [[Int]]',
    ]) {
      expect(app.schema).toContain(`  ${line}\n`)
    }
    expect(app.schema).not.toMatch(/^ {2}(none|list|odd|min|binary):/m)
    expect(app.schema).toContain('# left out, as no one type stands for its values: "odd"')
    expect(app.schema).toContain('"a\\nb"')
    expect(Object.keys(app.mappings.Query ?? {})).toEqual(['values'])
  })

  it.each([
    ['empty', []],
    [
      'of documents without a usable field',
      [{ _id: new Binary() }, { '': 1, $x: 1, 'a.b': 1, '0': 1, constructor: 1 }],
    ],
    ['of empty documents', [{}]],
  ])('of a collection that is %s gives its documents whole', (_, documents) => {
    const app = draft('things', { things: documents })
    expect(faultsOf(app)).toEqual([])
    expect(app.schema).toContain('things(limit: Int, skip: Int): [BsonDocument]')
  })

  it('maps names that GraphQL does not take, each to one of its own', () => {
    const app = draft('1 größe!', {
      '1 größe!': [
        { 'a b': 1, a_b: 2, 'a-b': 3, __v: 4, '7x': 5, limit: 6, 日本: 7, type: 8, Query: { String: { a: 1 } } },
      ],
    })
    expect(faultsOf(app)).toEqual([])
    expect(app.mappings.T1Grosse).toEqual({ a_b2: 'a b', a_b3: 'a-b', _v: '__v', _7x: '7x', _: '日本' })
    expect(app.schema).toContain('limit2: Int')
  })
})
