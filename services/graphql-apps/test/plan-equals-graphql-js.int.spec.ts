import { expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import fc from 'fast-check'
import { executeSync, type GraphQLResolveInfo, getNamedType, parse } from 'graphql'
import { type AppRunner, compileTestApp } from '../src/testing/app-runner.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import { queries, type ShopWorld, worlds } from '../src/testing/random-queries.ts'

const schema = `
  enum Status { OPEN CLOSED }
  enum Level { LOW HIGH }
  interface Event { _id: Int! note: String level: Level }
  type Sale implements Event { _id: Int! note: String level: Level total: Float! customer: Customer }
  type Visit implements Event { _id: Int! note: String level: Level at: DateTime products: [Product!] }
  union Party = Customer | Product
  type Query {
    orders(status: String, limit: Int): [Order!]
    order(id: Int!): Order
    customers: [Customer]
    strictOrders: [StrictOrder!]!
    events(level: Level): [Event]
    event(id: Int!): Event!
    totals(status: String): [Total!]
    openTotals(status: String): [Total]
  }
  type Total { _id: ID count: Int! customer: Customer }
  type Order {
    _id: Int!
    status: Status
    total: Float
    note: String!
    at: DateTime
    lines: [Line]
    strictLines: [Line!]
    firstSku: String
    skus: [String]
    customer: Customer
    products: [Product!]
    ship: Address
    level: Level
    parties: [Party]
  }
  type StrictOrder { _id: Int! total: Float! customer: Customer! }
  type Line { sku: String qty: Int! product: Product }
  type Customer { _id: ID! name: String! address: Address town: String orders(status: String): [Order!]! latest(limit: Int!): [Order] tally: Total }
  type Address { city: String! zip: Int }
  type Product { _id: ID! price: Int! related: [Product] }
`
const from = (collection: string, rest: Document = {}) => ({ db: 'sluice', collection, ...rest })
const joinCustomer = from('customers', { find: { _id: { $fk: 'customer' } } })
const joinProducts = from('products', { find: { _id: { $in: { $fk: 'lines.sku' } } }, sort: { _id: 1 } })
const perCustomer = [{ $group: { _id: '$customer', count: { $sum: 1 } } }, { $sort: { _id: 1 } }]
const givenStatus = { $match: { status: { $arg: 'status' } } }
const mappings = {
  Level: { LOW: 0, HIGH: 1 },
  Event: { $typeResolver: { Sale: 'field-exists(total)', Visit: 'field-exists(at, lines)' } },
  Party: { $typeResolver: { Customer: 'field-exists(name)', Product: 'not field-exists(city)' } },
  Sale: { customer: joinCustomer },
  Visit: { products: joinProducts },
  Query: {
    orders: from('orders', { find: { status: { $arg: 'status' } }, sort: { _id: 1 }, limit: { $arg: 'limit' } }),
    order: from('orders', { find: { _id: { $arg: 'id' } } }),
    customers: from('customers', { sort: { _id: -1 } }),
    strictOrders: from('orders', { sort: { _id: 1 } }),
    events: from('orders', { find: { level: { $arg: 'level' } }, sort: { _id: 1 } }),
    event: from('orders', { find: { _id: { $arg: 'id' } } }),
    totals: from('orders', { stages: [givenStatus, ...perCustomer] }),
    openTotals: from('orders', {
      stages: [{ $ifarg: ['status', givenStatus, { $match: { status: 'OPEN' } }] }, ...perCustomer],
    }),
  },
  Total: { customer: from('customers', { find: { _id: { $fk: '_id' } } }) },
  Order: {
    strictLines: 'lines',
    firstSku: 'lines.0.sku',
    skus: 'lines.sku',
    customer: joinCustomer,
    products: joinProducts,
    ship: 'to.address',
  },
  StrictOrder: { customer: joinCustomer },
  Line: { product: from('products', { find: { _id: { $fk: 'sku' } } }) },
  Customer: {
    town: 'address.city',
    orders: from('orders', {
      find: { customer: { $fk: '_id' }, status: { $arg: 'status' } },
      sort: { _id: 1 },
    }),
    latest: from('orders', { find: { customer: { $fk: '_id' } }, sort: { _id: -1 }, limit: { $arg: 'limit' } }),
    tally: from('orders', { stages: [{ $match: { customer: { $fk: '_id' } } }, ...perCustomer] }),
  },
  Product: { related: from('products', { find: { _id: { $in: { $fk: 'related' } } }, sort: { _id: 1 } }) },
}

const equal = (left: unknown, right: unknown) => (left ?? null) === (right ?? null)
const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
const own = (value: unknown, field: string) =>
  isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined
const objectOnly = (value: unknown) => (isObject(value) ? value : undefined)
const overList = (value: unknown, field: string) =>
  Array.isArray(value) ? value.map(each => own(each, field)).filter(each => each !== undefined) : own(value, field)
const byId = (direction: number) => (a: Document, b: Document) => (a._id! < b._id! ? -direction : direction)
const referenced = (list: Document[], ids: unknown) => {
  const wanted: unknown[] = [ids as unknown[]].flat(5).filter(each => each !== null && each !== undefined)
  if (wanted.length === 0) return []
  return list.filter(each => wanted.includes(each._id)).toSorted(byId(1))
}

type ResolverCall = { world: ShopWorld; source: unknown; args: Document }

const ordersOf = ({ orders }: ShopWorld) => orders.toSorted(byId(1))
const hasStatus = (args: Document) => (each: Document) =>
  !('status' in args) ||
  equal(each.status, args.status) ||
  (Array.isArray(each.status) && each.status.includes(args.status))
const found = (list: Document[], key: unknown) =>
  list.find(each => key !== null && key !== undefined && each._id === key)
const boughtBy = (world: ShopWorld, source: unknown) => {
  const buyer = own(source, '_id')
  return ordersOf(world).filter(each => buyer !== undefined && each.customer === buyer)
}
const customerOf = ({ world, source }: ResolverCall) => found(world.customers, own(source, 'customer'))

const totalsOf = (orders: readonly Document[]) =>
  [...Map.groupBy(orders, ({ customer }) => customer ?? null)]
    .map(([_id, list]) => ({ _id, count: list.length }))
    .toSorted((a, b) => (a._id === null || (b._id !== null && a._id < b._id) ? -1 : 1))

/** The mapping in plain words, over the same data. */
const naive: Record<string, (asking: ResolverCall) => unknown> = {
  'Query.orders': ({ world, args }) =>
    ordersOf(world)
      .filter(hasStatus(args))
      .slice(0, typeof args.limit === 'number' ? args.limit : 100),
  'Query.order': ({ world, args }) => found(world.orders, args.id),
  'Query.customers': ({ world }) => world.customers.toSorted(byId(-1)),
  'Query.strictOrders': ({ world }) => ordersOf(world),
  'Query.events': ({ world, args }) =>
    ordersOf(world).filter(({ level }) => !('level' in args) || [level].flat().includes(args.level)),
  'Query.event': ({ world, args }) => found(world.orders, args.id),
  'Query.totals': ({ world, args }) => totalsOf(world.orders.filter(hasStatus(args))),
  'Query.openTotals': ({ world, args }) =>
    totalsOf(world.orders.filter(hasStatus('status' in args ? args : { status: 'OPEN' }))),
  'Total.customer': ({ world, source }) => found(world.customers, own(source, '_id')),
  'Customer.tally': ({ world, source }) => totalsOf(boughtBy(world, source))[0],
  'Sale.customer': customerOf,
  'Visit.products': ({ world, source }) => referenced(world.products, overList(own(source, 'lines'), 'sku')),
  'Order.strictLines': ({ source }) => own(source, 'lines'),
  'Order.firstSku': ({ source }) => {
    const lines = own(source, 'lines')
    return Array.isArray(lines) ? own(lines[0], 'sku') : own(own(lines, '0'), 'sku')
  },
  'Order.skus': ({ source }) => overList(own(source, 'lines'), 'sku'),
  'Order.customer': customerOf,
  'StrictOrder.customer': customerOf,
  'Order.products': ({ world, source }) => referenced(world.products, overList(own(source, 'lines'), 'sku')),
  'Order.ship': ({ source }) => objectOnly(own(own(source, 'to'), 'address')),
  'Line.product': ({ world, source }) => found(world.products, own(source, 'sku')),
  'Customer.town': ({ source }) => (Array.isArray(own(source, 'address')) ? [] : own(own(source, 'address'), 'city')),
  'Customer.orders': ({ world, source, args }) => boughtBy(world, source).filter(hasStatus(args)),
  'Customer.latest': ({ world, source, args }) => boughtBy(world, source).toReversed().slice(0, Number(args.limit)),
  'Customer.address': ({ source }) => objectOnly(own(source, 'address')),
  'Product.related': ({ world, source }) => referenced(world.products, own(source, 'related')),
}

const has = (value: unknown, ...fields: string[]) => fields.every(field => own(value, field) !== undefined)
const typesNaively: Record<string, (value: unknown) => string | undefined> = {
  Event: value => (has(value, 'total') ? 'Sale' : has(value, 'at', 'lines') ? 'Visit' : undefined),
  Party: value => (has(value, 'name') ? 'Customer' : has(value, 'city') ? undefined : 'Product'),
}

function resolveNaively(asking: ResolverCall, { parentType, fieldName }: GraphQLResolveInfo): unknown {
  const resolve = naive[`${parentType.name}.${fieldName}`]
  return resolve ? resolve(asking) : own(asking.source, fieldName)
}

const app = compileTestApp(schema, mappings, { limits: { maxAliases: 1000, maxDepth: 100 } })
const collections = ['orders', 'customers', 'products'] as const

/** Times ten queries; jest's `--globals '{"QUERY_RUNS": 500}'` asks for another number. */
const RUNS = Number(Reflect.get(globalThis, 'QUERY_RUNS') ?? 120)

describeOnEachStore('an answer', runner => {
  it('is what graphql-js gives with plain resolvers over the same data, on random queries', async () => {
    const variables = fc.constantFrom({}, { status: 'OPEN' }, { status: null }, { status: 'CLOSED', yes: false })
    const ways = { flat: 0, general: 0 }
    const many = fc.array(fc.tuple(queries, variables), { minLength: 10, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(worlds, many, async (world, asked) => {
        for (const name of collections) await runner().load(name, world[name])
        for (const [text, values] of asked) {
          const expected = theirs(world, text, values)
          const { isFlat: _, ...general } = await ours(runner(), text, { values, way: 'general' })
          expect(general).toEqual(expected)
          const { isFlat, ...flat } = await ours(runner(), text, { values, way: 'flat' })
          expect(flat).toEqual(expected)
          ways[isFlat ? 'flat' : 'general'] += 1
        }
      }),
      { numRuns: RUNS },
    )
    process.stderr.write(`random queries beside graphql-js: ${ways.flat + ways.general}, of which ${ways.flat} flat\n`)
    expect(ways.flat).toBeGreaterThan(RUNS / 2)
  }, 600_000)
})

type WayOfRun = { values: Document; way: 'general' | 'flat' }

async function ours(runner: AppRunner, query: string, { values, way }: WayOfRun) {
  const { text, isFlat, errors } = await runner.run(app, query, { variables: values, way })
  return { text, isFlat, errors: errors.map(({ message, path, code }) => ({ kind: kindOf(message), path, code })) }
}

const KINDS: readonly [kind: string, message: RegExp][] = [
  ['no type', /^Abstract type "\w+" must resolve to an Object type|^No type of \w+ fits the stored value\.$/],
  ['no value', /^Cannot return null for non-nullable field|^There is no value for \S+, which is \S+!\.$/],
  ['misfit', /^Expected Iterable|can ?not represent|^The stored value of \S+ is no \S+\.$/],
]
/** What graphql-js says would tell stored values; ours says the same without them. */
const kindOf = (message: string) => KINDS.find(([, pattern]) => pattern.test(message))?.[0] ?? message

function theirs(world: ShopWorld, text: string, variableValues: Document) {
  const result = executeSync({
    schema: app.schema,
    document: parse(text),
    variableValues,
    typeResolver: (value, _context, { path: _, returnType }) => typesNaively[String(getNamedType(returnType))]?.(value),
    fieldResolver: (...[source, args, , info]) => resolveNaively({ world, source, args }, info),
  })
  return {
    text: JSON.stringify(result.data),
    errors: (result.errors ?? []).map(({ message, path }) => ({
      kind: kindOf(message),
      path,
      code: 'STORED_VALUE_MISFIT',
    })),
  }
}
