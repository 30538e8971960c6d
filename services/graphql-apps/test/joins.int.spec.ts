import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { BSONRegExp, Decimal128, Double, Int32, Long, ObjectId } from 'bson'
import { compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const from = (collection: string, rest: Document = {}) => ({ db: 'sluice', collection, ...rest })
const schema = `
  type Query { orders(limit: Int): [Order] people: [Person] }
  type Order {
    _id: Int
    buyer: Person
    again: Person
    parts: [Part]
    exact: Part
    latest(limit: Int, skip: Int): [Note]
    later: [Note]
  }
  type Person { _id: ID name: String orders: [Order] }
  type Part { _id: ID code: String }
  type Note { _id: Int text: String }
`
const app = compileTestApp(schema, {
  Query: {
    orders: from('orders', { sort: { _id: 1 }, limit: { $arg: 'limit' } }),
    people: from('people', { sort: { _id: 1 } }),
  },
  Order: {
    buyer: from('people', { find: { _id: { $fk: 'buyer' } } }),
    again: from('people', { find: { _id: { $eq: { $fk: 'buyer' } } } }),
    parts: from('parts', { find: { _id: { $in: { $fk: 'lines.part' } } }, sort: { _id: 1 } }),
    exact: from('parts', { find: { code: { $fk: 'code' }, kind: { $fk: 'kind' } } }),
    latest: from('notes', {
      find: { order: { $fk: '_id' } },
      sort: { _id: -1 },
      limit: { $arg: 'limit' },
      skip: { $arg: 'skip' },
    }),
    later: from('notes', { find: { at: { $gt: { $fk: 'at' } } }, sort: { _id: 1 } }),
  },
  Person: { orders: from('orders', { find: { buyer: { $fk: '_id' } }, sort: { _id: 1 } }) },
})

describeOnEachStore('reading', runner => {
  const dataOf = async (query: string) => {
    const { text, errors } = await runner().run(app, query)
    expect(errors).toEqual([])
    return JSON.parse(text ?? 'null')
  }

  describe('joins', () => {
    it.each([1, 50, 1000])('cost one query per root field and per joined field, for %i parents', async count => {
      await runner().load(
        'people',
        Array.from({ length: count }, (_, at) => ({ _id: `p${at}`, name: `n${at}` })),
      )
      await runner().load(
        'orders',
        Array.from({ length: count }, (_, at) => ({ _id: at, buyer: `p${at}` })),
      )
      const { orders } = await dataOf('{ orders(limit: 1000) { _id buyer { name orders { _id buyer { name } } } } }')
      expect(orders).toHaveLength(count)
      expect(orders[count - 1]).toEqual({
        _id: count - 1,
        buyer: { name: `n${count - 1}`, orders: [{ _id: count - 1, buyer: { name: `n${count - 1}` } }] },
      })
      expect(runner().asked.map(each => each.collection)).toEqual(['orders', 'people', 'orders', 'people'])
    })

    it('share a query where the same field is asked twice, with all properties that either selects', async () => {
      await runner().load('people', [{ _id: 'a', name: 'Ann', secret: 1 }])
      await runner().load('orders', [{ _id: 1, buyer: 'a', rest: 1 }])
      const data = await dataOf('{ x: orders { buyer { name } } y: orders { b: buyer { _id } } }')
      expect(data).toEqual({ x: [{ buyer: { name: 'Ann' } }], y: [{ b: { _id: 'a' } }] })
      expect(runner().asked.map(each => each.collection)).toEqual(['orders', 'people'])
      expect(runner().asked.map(each => each.projection)).toEqual([
        { buyer: 1, _id: 0 },
        { name: 1, _id: 1 },
      ])
    })

    it('ask nothing for parents without a value, and give null or an empty list', async () => {
      await runner().load('people', [{ _id: null, name: 'nobody' }])
      await runner().load('orders', [
        { _id: 1 },
        { _id: 2, buyer: null, lines: [] },
        { _id: 3, lines: [{}, { part: null }] },
      ])
      const { orders } = await dataOf(
        '{ orders { buyer { name } again { name } parts { _id } exact { _id } later { _id } } }',
      )
      expect(orders).toEqual(Array(3).fill({ buyer: null, again: null, parts: [], exact: null, later: [] }))
      expect(runner().asked).toHaveLength(1)
    })

    it('compare numbers by value whatever their type, and arrays by element', async () => {
      const keys = [new Int32(5), new Long(5), new Double(5), Decimal128.fromString('5.0')]
      await runner().load(
        'orders',
        keys.map((buyer, at) => ({ _id: at, buyer })),
      )
      await runner().load('people', [{ _id: Long.fromNumber(5), name: 'five' }])
      const { orders } = await dataOf('{ orders { buyer { name } } }')
      expect(orders).toEqual(Array(4).fill({ buyer: { name: 'five' } }))

      await runner().load('people', [{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }])
      await runner().load('orders', [
        { _id: 1, buyer: ['a', 'b'] },
        { _id: 2, buyer: 'a' },
      ])
      const { people } = await dataOf('{ people { orders { _id } } }')
      expect(people).toEqual([{ orders: [{ _id: 1 }, { _id: 2 }] }, { orders: [{ _id: 1 }] }, { orders: [] }])
    })

    it('tell join keys apart that look alike', async () => {
      const id = new ObjectId()
      await runner().load('people', [
        { _id: 'Aa', name: 'Aa' },
        { _id: 'BB', name: 'BB' },
        { _id: '5', name: 'text' },
        { _id: 5, name: 'number' },
        { _id: id, name: 'id' },
        { _id: id.toHexString(), name: 'hex' },
      ])
      const keys = ['Aa', 'BB', '5', 5, id, id.toHexString()]
      await runner().load(
        'orders',
        keys.map((buyer, at) => ({ _id: at, buyer })),
      )
      const { orders } = await dataOf('{ orders { buyer { name } } }')
      expect(orders.map((each: { buyer: { name: string } }) => each.buyer.name)).toEqual([
        'Aa',
        'BB',
        'text',
        'number',
        'id',
        'hex',
      ])
    })

    it('compare tuples of several equalities as a whole', async () => {
      await runner().load('parts', [
        { _id: 'x1', code: 'x', kind: 1 },
        { _id: 'y2', code: 'y', kind: 2 },
        { _id: 'x2', code: 'x', kind: 2 },
      ])
      await runner().load('orders', [
        { _id: 1, code: 'x', kind: 2 },
        { _id: 2, code: 'y', kind: 1 },
        { _id: 3, code: 'y', kind: 2 },
      ])
      const { orders } = await dataOf('{ orders { exact { _id } } }')
      expect(orders).toEqual([{ exact: { _id: 'x2' } }, { exact: null }, { exact: { _id: 'y2' } }])
      expect(runner().asked).toHaveLength(2)
    })

    it('take stored operators and regular expressions for values', async () => {
      await runner().load('people', [{ _id: 'a', name: 'Ann' }])
      const stored = [{ $ne: null }, { $gt: '' }, new BSONRegExp('.*'), { $where: 'true' }, ['a'], { a: { $ne: 1 } }]
      await runner().load(
        'orders',
        stored.map((buyer, at) => ({ _id: at, buyer, lines: [{ part: buyer }], at: at < 3 ? buyer : 1 })),
      )
      await runner().load('parts', [{ _id: 'x' }])
      await runner().load('notes', [{ _id: 1, at: 'x' }])
      for (const limit of [1, 2, 3, 4, 5, 6]) {
        const { text } = await runner().run(
          app,
          `{ orders(limit: ${limit}) { buyer { name } again { name } parts { _id } later { _id } } }`,
        )
        const { orders } = JSON.parse(text ?? '{}')
        for (const each of orders) {
          expect([each.buyer, each.again, each.parts]).toEqual([null, null, []])
          expect(each.later ?? []).toEqual([])
        }
      }
    })

    it('with a limit cut per parent', async () => {
      await runner().load('orders', [{ _id: 1 }, { _id: 2 }])
      await runner().load(
        'notes',
        Array.from({ length: 10 }, (_, at) => ({ _id: at, order: 1 + (at % 2), text: `${at}` })),
      )
      const { orders } = await dataOf('{ orders { latest(limit: 2, skip: 1) { _id } } }')
      expect(orders).toEqual([{ latest: [{ _id: 6 }, { _id: 4 }] }, { latest: [{ _id: 7 }, { _id: 5 }] }])
    })

    it('keep apart what many values ask for over several queries', async () => {
      await runner().load(
        'parts',
        Array.from({ length: 3000 }, (_, at) => ({ _id: at })),
      )
      const lines = (from_: number) => Array.from({ length: 700 }, (_, at) => ({ part: from_ + at }))
      await runner().load(
        'orders',
        [0, 500, 1000, 1500].map((start, at) => ({ _id: at, lines: lines(start) })),
      )
      const { orders } = await dataOf('{ orders { parts { _id } } }')
      expect(orders.map((each: { parts: unknown[] }) => each.parts.length)).toEqual([700, 700, 700, 700])
      expect(orders[1].parts[0]).toEqual({ _id: '500' })
      expect(runner().asked.length).toBeLessThanOrEqual(5)
    })
  })

  describe('what is never fetched', () => {
    it('is a protected field, asked for by name, by path or as a whole document', async () => {
      await runner().load('users', [{ _id: 'ann', password: 'hash', name: 'Ann' }])
      const users = compileTestApp(
        'type Query { users: [User] raw: [BsonDocument] } type User { _id: ID password: String hash: BsonDocument name: String }',
        { Query: { users: from('users'), raw: from('users') }, User: { hash: 'password' } },
      )
      const { text } = await runner().run(users, '{ users { _id password hash name } raw }')
      expect(text).not.toContain('"hash":"hash"')
      expect(JSON.parse(text ?? '{}')).toEqual({
        users: [{ _id: 'ann', password: null, hash: null, name: 'Ann' }],
        raw: [{ _id: 'ann', name: 'Ann' }],
      })
    })
  })

  describe('a query from somebody who wants the service to stop', () => {
    it('is given up when the documents that its parents share would be written too often', async () => {
      await runner().load('people', [{ _id: 'p', name: 'n' }])
      await runner().load(
        'orders',
        Array.from({ length: 400 }, (_, _id) => ({ _id, buyer: 'p' })),
      )
      const { text, errors } = await runner().run(
        app,
        '{ people { orders { buyer { orders { buyer { orders { _id } } } } } } }',
      )
      expect(text).toBe('null')
      expect(errors).toEqual([{ message: expect.stringContaining('MB'), path: undefined, code: 'LIMIT_EXCEEDED' }])
    })
    it('is given up when too many of its fields fail', async () => {
      await runner().load(
        'orders',
        Array.from({ length: 1_001 }, (_, _id) => ({ _id: `text ${_id}`, buyer: 'p' })),
      )
      const { errors } = await runner().run(app, '{ people { orders { _id } } }')
      expect(errors).toMatchObject([{ code: 'LIMIT_EXCEEDED' }])
    })
    it.each(['mutation', 'subscription'])('is not taken for a query when it is a %s', async kind => {
      const { text, errors } = await runner().run(app, `${kind} { people { _id } }`)
      expect({ text, errors }).toMatchObject({ text: undefined, errors: [{ code: 'OPERATION_RESOLUTION_FAILURE' }] })
    })
    it('may nest values, but not for ever', async () => {
      const nested = compileTestApp(
        'type Query { notes(f: F): [Note] } input F { a: Int f: F } type Note { _id: Int }',
        { Query: { notes: from('notes', { find: { $arg: 'f' } }) } },
        { limits: { maxTokens: 20_000 } },
      )
      const deep = (levels: number): Document => (levels === 0 ? { a: 1 } : { f: deep(levels - 1) })
      const query = 'query ($f: F) { notes(f: $f) { _id } }'
      expect(await runner().run(nested, query, { variables: { f: deep(20) } })).toMatchObject({ errors: [] })
      expect(await runner().run(nested, query, { variables: { f: deep(500) } })).toMatchObject({
        errors: [{ code: 'BAD_USER_INPUT' }],
      })
      const literal = `{ notes(f: ${'{f:'.repeat(500)}{a:1}${'}'.repeat(500)}) { _id } }`
      expect(await runner().run(nested, literal)).toMatchObject({ errors: [{ code: 'BAD_USER_INPUT' }] })
    })
  })
})
