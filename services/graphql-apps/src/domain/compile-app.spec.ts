import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import fc from 'fast-check'
import {
  BAD_FILTERS,
  BAD_MAPPINGS,
  BAD_QUERIES,
  BAD_SCHEMAS,
  ordersOf as orders,
  ORDERS_PATH as P,
  GOOD_SCHEMA as schema,
} from '../testing/bad-apps.ts'
import { compileApp } from './compile-app.ts'
import { appRules } from './reach.ts'

const shared = appRules({ tier: 'shared', db: 'sluice' })
const dedicated = appRules({ tier: 'dedicated', db: 'sluice' })

function faultsOf(mappings: unknown, { sdl = schema, rules = shared } = {}) {
  const document = {
    descriptor: { name: 'x', enabled: true },
    schema: sdl,
    mappings: mappings as Record<string, Document>,
  }
  const result = compileApp(document, rules)
  return result.kind === 'faulty' ? result.faults : []
}
const rootFault = (rest: Document) => faultsOf({ Query: { orders: orders(rest) } })
const find = (filter: unknown) => rootFault({ find: filter })

describe('the check of an app', () => {
  it('lets a good app pass', () => {
    const good = {
      Query: {
        orders: orders({
          find: {
            status: { $arg: ['status', 'open'] },
            $or: [
              { tags: { $in: { $arg: 'many' } } },
              { city: { $arg: 'where.nested.city' } },
              { x: { $arg: 'any.a.b' } },
            ],
            name: { $regex: { $arg: 'status' }, $regexMode: 'literal', $options: 'i' },
            age: { $gte: 5, $lt: { $arg: 'limit' } },
            shape: { $exists: true, $not: { $size: 3 } },
          },
          sort: { status: 1, 'a.b': -1 },
          limit: { $arg: ['limit', 20] },
          skip: 5,
        }),
      },
      Order: {
        customer: { db: 'sluice', collection: 'customers', find: { _id: { $fk: 'customer_id' } } },
        total: 'sums.0.all',
      },
    }
    expect(faultsOf(good)).toEqual([])
  })

  it.each(BAD_MAPPINGS)('refuses %s in a mapping', (...[, mapping, path, message]) => {
    const faults = faultsOf({ Query: { orders: orders() }, ...(mapping as Document) })
    expect(faults).toEqual([{ path, message: expect.stringMatching(message) }])
  })

  it.each(BAD_QUERIES)('refuses %s in a query', (...[, rest, path, message]) => {
    expect(rootFault(rest)).toEqual([{ path, message: expect.stringMatching(message) }])
  })

  it.each(BAD_FILTERS)('refuses %s in a find', (...[, filter, path, message]) => {
    const at = path ? `${P}.find.${path}` : `${P}.find`
    expect(find(filter)).toEqual([{ path: at, message: expect.stringMatching(message) }])
  })

  it('names all faults of all mappings at once, and root fields without a mapping', () => {
    const paths = faultsOf({ Order: { nope: 'a', status: '' }, Nope: {} }).map(fault => fault.path)
    expect(paths).toEqual(['mappings.Order.nope', 'mappings.Order.status', 'mappings.Nope', 'mappings.Query.orders'])
  })

  it('lets nobody filter or sort by a protected field', () => {
    const users = (rest: Document) => faultsOf({ Query: { orders: { db: 'sluice', collection: 'users', ...rest } } })
    expect(users({})).toEqual([])
    expect(users({ find: { password: { $arg: 'status' } } })).toHaveLength(1)
    expect(users({ find: { $or: [{ 'password.x': 1 }] } })).toHaveLength(1)
    expect(users({ sort: { password: 1 } })).toHaveLength(1)
  })

  it('lets an app of the dedicated tier name its database, but not the server’s own', () => {
    const of = (db: string, collection = 'orders') =>
      faultsOf({ Query: { orders: { db, collection } } }, { rules: dedicated })
    expect(of('shop')).toEqual([])
    expect(of('admin')).toHaveLength(1)
    expect(of('a/b')).toHaveLength(1)
    expect(of('shop', 'acl')).toEqual([])
    expect(of('sluice', 'acl')).toHaveLength(1)
    expect(of('shop', 'apiKeys')).toHaveLength(1)
  })

  it.each(BAD_SCHEMAS)('refuses %s in the schema, with its place', (...[, sdl, message, line, column]) => {
    expect(faultsOf({}, { sdl })).toContainEqual({
      path: 'schema',
      message: expect.stringMatching(message),
      line,
      column,
    })
  })

  describe('names faults of the schema and of the mappings in one answer', () => {
    const types = 'type Query { orders(status: String): [Order] a: Nope } type Order { _id: ID customer: Customer }'
    const mappings = {
      Query: { orders: orders({ find: { a: { $arg: 'nope' } }, limit: -1 }), a: orders({ find: { $where: '1' } }) },
      Order: { nope: 'x', customer: orders({ find: { a: { $arg: 'x' } } }) },
      Customer: { name: 5 },
    }
    const limit = { path: `${P}.limit`, message: expect.stringMatching(/from 0 to 1000/) }
    const argument = { path: `${P}.find.a.$arg`, message: expect.stringMatching(/no argument "nope"/) }
    const field = { path: 'mappings.Order.nope', message: expect.stringMatching(/no field "nope"/) }
    const customer = { path: 'mappings.Customer.name', message: expect.stringMatching(/path of a property/) }
    const join = { path: 'mappings.Order.customer.find.a.$arg', message: expect.stringMatching(/It has none/) }
    const at = (line: number, column: number, message: RegExp) => {
      return { path: 'schema', message: expect.stringMatching(message), line, column }
    }

    it('where a type is unknown, but for what is judged by that type', () => {
      const sdl = `${types}\ntype Customer { name: String }`
      expect(faultsOf(mappings, { sdl })).toEqual([at(1, 49, /"Nope"/), argument, limit, field, join, customer])
    })

    it('where a definition can not be read, but for what is judged by it', () => {
      const sdl = `${types.replace(' a: Nope', '')}\n"a" type Customer { name: }\n"b" enum E { A }\ntype {`
      const { a: _, ...Query } = mappings.Query
      const faults = faultsOf({ ...mappings, Query }, { sdl })
      expect(faults).toEqual([at(2, 27, /Expected Name/), at(4, 6, /Expected Name/), argument, limit, field])
    })

    it('where a bracket is missing, with what stands in front of it', () => {
      const sdl =
        'type Query { orders(status: String): [Order] }\ntype Order {\n _id: ID\ntype Customer { name: String }'
      const faults = faultsOf({ Query: { orders: orders({ limit: -1 }) }, Customer: { name: 5 } }, { sdl })
      expect(faults).toEqual([at(4, 6, /Expected ":"/)])
    })

    it('where types do not go together', () => {
      const sdl = `interface I { x: Int }\n${types.replace(' a: Nope', '').replace('Order {', 'Order implements I {')}
        type Customer { name: String }`
      const { a: _, ...Query } = mappings.Query
      const faults = faultsOf({ ...mappings, Query }, { sdl })
      expect(faults).toEqual([at(1, 15, /Order does not provide it/), argument, limit, field, join, customer])
    })

    it('and names those of the schema alone where nothing can be told apart', () => {
      expect(faultsOf(mappings, { sdl: `${types} \u0007` })).toEqual([at(1, 98, /character/)])
    })

    it('however many inputs stand in each other', () => {
      const inputs = Array.from({ length: 6000 }, (_, at) => `input I${at} { next: I${at + 1} }`).join(' ')
      const sdl = `type Query { orders(where: I0): [Order] a: [Order] } type Order { _id: ID } ${inputs}`
      const Query = { orders: orders({ limit: -1 }), a: orders({ limit: -1 }) }
      const ofKnown = { path: 'mappings.Query.a.limit', message: expect.stringMatching(/from 0/) }
      expect(faultsOf({ Query }, { sdl })).toEqual([expect.objectContaining({ path: 'schema' }), ofKnown])
    })

    it('and never breaks, whatever is cut out of a schema', () => {
      const good = `${schema} "a" union Any = Order | Customer interface Named { name: String } extend type Order { x(a: Int = 5): Any }`
      const cut = fc.tuple(
        fc.nat(good.length),
        fc.nat(40),
        fc.constantFrom('', '{', '}', '"', 'type', '!', ' @visible '),
      )
      fc.assert(
        fc.property(cut, ([start, length, put]) => {
          const sdl = good.slice(0, start) + put + good.slice(start + length)
          const given = { Query: { orders: orders({ limit: -1 }) }, Order: { total: 'a' }, Level: { LOW: 1 } }
          expect(faultsOf(given, { sdl }).length).toBeGreaterThan(0)
        }),
        { numRuns: 300 },
      )
    })
  })

  it('refuses a schema of more brackets than the stack holds', () => {
    const sdl = `type Query { a: ${'['.repeat(20_000)}Int${']'.repeat(20_000)} }`
    expect(faultsOf({}, { sdl })).toEqual([{ path: 'schema', message: expect.stringContaining('too deep') }])
  })

  it('knows its scalars whether they are declared or not', () => {
    const fields = 'a: ObjectId b: DateTime c: Long d: Decimal128 e: Timestamp f: Regex g: BsonDocument'
    const sdl = (declared: string) => `${declared} type Query { t: [T] } type T { ${fields} }`
    for (const declared of ['', 'scalar Long scalar Regex']) {
      expect(faultsOf({ Query: { t: orders() } }, { sdl: sdl(declared) })).toEqual([])
    }
  })
})
