import type { Document } from '@sluice/store'
import fc from 'fast-check'

export type ShopWorld = { orders: Document[]; customers: Document[]; products: Document[] }

const id = fc.constantFrom('a', 'b', 'c', 'd')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 })
const odd = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: value }, fc.constantFrom('odd', 7.5, true, []))
const sparse = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })
const address = sparse({ city: maybe(fc.constantFrom('Rome', 'Oslo')), zip: odd(fc.integer({ min: 0, max: 9 })) })
const line = sparse({ sku: maybe(id), qty: odd(maybe(fc.integer({ min: 0, max: 9 }))) })
const order = sparse({
  status: odd(fc.constantFrom('OPEN', 'CLOSED')),
  total: odd(maybe(fc.double({ noNaN: true, noDefaultInfinity: true }))),
  note: maybe(fc.string()),
  at: odd(fc.date({ min: new Date(0), max: new Date(1e12), noInvalidDate: true })),
  lines: odd(maybe(fc.array(fc.oneof({ weight: 9, arbitrary: maybe(line) }, fc.constant('odd')), { maxLength: 3 }))),
  customer: maybe(id),
  level: odd(fc.constantFrom(0, 1, 1, 2)),
  parties: odd(
    fc.array(fc.oneof(address, sparse({ name: maybe(fc.string()), price: odd(fc.integer()) })), { maxLength: 3 }),
  ),
  to: odd(maybe(sparse({ address: maybe(address) }))),
})
const customer = sparse({ name: maybe(fc.string({ maxLength: 3 })), address: odd(maybe(address)) })
const product = sparse({
  price: odd(fc.integer({ min: 0, max: 9 })),
  related: maybe(fc.array(maybe(id), { maxLength: 3 })),
})
export const worlds: fc.Arbitrary<ShopWorld> = fc.record({
  orders: fc.array(order, { maxLength: 6 }).map(list => list.map((each, at) => ({ _id: at, ...each }))),
  customers: fc.uniqueArray(fc.record({ _id: id, rest: customer }), { selector: each => each._id }).map(flatten),
  products: fc.uniqueArray(fc.record({ _id: id, rest: product }), { selector: each => each._id }).map(flatten),
})
function flatten(list: { _id: string; rest: Document }[]): Document[] {
  return list.map(({ _id, rest }) => ({ _id, ...rest }))
}

// A selection of a type as text. The name in the answer is a function of field and arguments, so nothing conflicts.
const leaves: Record<string, string[]> = {
  Event: ['_id', 'note', 'level', '__typename'],
  Sale: ['_id', 'total', 'level'],
  Visit: ['at', 'note', '__typename'],
  Party: ['__typename'],
  Order: ['level', '_id', 'status', 'total', 'note', 'at', 'firstSku', 'skus', 'x: total', '__typename'],
  StrictOrder: ['_id', 'total', '__typename'],
  Line: ['sku', 'qty', 'q: qty'],
  Customer: ['_id', 'name', 'town', '__typename'],
  Address: ['city', 'zip'],
  Total: ['_id', 'count', '__typename'],
  Product: ['_id', 'price', 'p: price'],
}
const branches: Record<string, [string, string][]> = {
  Query: [
    ['orders', 'Order'],
    ['open: orders(status: "OPEN")', 'Order'],
    ['two: orders(limit: 2)', 'Order'],
    ['given: orders(status: $status)', 'Order'],
    ['order(id: 1)', 'Order'],
    ['none: order(id: 99)', 'Order'],
    ['customers', 'Customer'],
    ['strictOrders', 'StrictOrder'],
    ['events', 'Event'],
    ['low: events(level: LOW)', 'Event'],
    ['event(id: 1)', 'Event'],
    ['totals', 'Total'],
    ['stated: totals(status: $status)', 'Total'],
    ['openTotals', 'Total'],
    ['closedTotals: openTotals(status: "CLOSED")', 'Total'],
  ],
  Event: [
    ['... on Sale', 'Sale'],
    ['... on Visit', 'Visit'],
  ],
  Sale: [['customer', 'Customer']],
  Visit: [['products', 'Product']],
  Party: [
    ['... on Customer', 'Customer'],
    ['... on Product', 'Product'],
  ],
  Order: [
    ['lines', 'Line'],
    ['strictLines', 'Line'],
    ['customer', 'Customer'],
    ['buyer: customer', 'Customer'],
    ['products', 'Product'],
    ['ship', 'Address'],
    ['parties', 'Party'],
  ],
  StrictOrder: [['customer', 'Customer']],
  Line: [['product', 'Product']],
  Total: [['customer', 'Customer']],
  Customer: [
    ['tally', 'Total'],
    ['address', 'Address'],
    ['orders', 'Order'],
    ['closed: orders(status: "CLOSED")', 'Order'],
    ['latest(limit: 1)', 'Order'],
  ],
  Product: [['related', 'Product']],
}
const directive = fc.constantFrom(
  '',
  '',
  '',
  ' @include(if: $yes)',
  ' @skip(if: $yes)',
  ' @include(if: false)',
  ' @skip(if: $no)',
)

function selection(type: string, depth: number): fc.Arbitrary<string> {
  const leaf = fc
    .tuple(fc.constantFrom(...(leaves[type] ?? ['__typename'])), directive)
    .map(([field, on]) => field + on)
  const options: fc.Arbitrary<string>[] = [leaf, leaf, fc.constant(leaves[type] ? `...${type}Parts` : '__typename')]
  if (depth > 0) {
    for (const [field, inner] of branches[type] ?? []) {
      options.push(fc.tuple(directive, selection(inner, depth - 1)).map(([on, text]) => `${field}${on} ${text}`))
    }
    const inline = fc.tuple(directive, selection(type, depth - 1), fc.boolean())
    options.push(inline.map(([on, text, named]) => `...${named ? ` on ${type}` : ''}${on} ${text}`))
  }
  return fc.array(fc.oneof(...options), { minLength: 1, maxLength: 4 }).map(parts => `{ ${parts.join(' ')} }`)
}

const fragments = Object.entries(leaves)
  .map(([type, fields]) => `fragment ${type}Parts on ${type} { ${fields.slice(0, 3).join(' ')} }`)
  .join(' ')
export const queries = selection('Query', 4).map(text => {
  const used = Object.keys(leaves).filter(type => text.includes(`...${type}Parts`))
  const parts = fragments
    .split(/(?=fragment)/)
    .filter(each => used.some(type => each.startsWith(`fragment ${type}Parts`)))
  const asked = [
    ['$status', 'String'],
    ['$yes', 'Boolean = true'],
    ['$no', 'Boolean = false'],
  ].filter(([name = '']) => text.includes(name))
  const variables = asked.length > 0 ? `(${asked.map(([name, type]) => `${name}: ${type}`).join(', ')})` : ''
  return `query${variables} ${text} ${parts.join(' ')}`
})
