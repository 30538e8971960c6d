/** What all candidates serve: 50 orders of 10 fields, each with its customer. */
export const orders = Array.from({ length: 50 }, (_, at) => ({
  _id: at,
  number: `2026-${String(at).padStart(5, '0')}`,
  status: at % 3 === 0 ? 'open' : 'closed',
  total: at * 12.5,
  currency: 'EUR',
  placed: new Date(1_700_000_000_000 + at * 86_400_000).toISOString(),
  city: ['Rome', 'Oslo', 'Lima', 'Kyoto'][at % 4] ?? '',
  note: `The customer wants it before ${at} o'clock.`,
  priority: at % 5,
  paid: at % 2 === 0,
  customer: `c${at % 20}`,
}))

export const customers = Array.from({ length: 20 }, (_, at) => ({ _id: `c${at}`, name: `Customer number ${at}` }))

const byId = new Map(customers.map(customer => [customer._id, customer]))
/** Finds customers as a batch of joins asks for them. */
export const customersOf = (ids: readonly unknown[]) => ids.map(id => byId.get(String(id)))

export const SDL = `
  type Query { orders: [Order] order(id: Int): Order }
  type Order {
    _id: Int number: String status: String total: Float currency: String placed: String city: String note: String
    priority: Int paid: Boolean customer: Customer
  }
  type Customer { _id: String name: String }
`

/** @param version what its type `Version` says of itself */
export const schemaOf = (version: string): string => `${SDL}\n"${version}"\ntype Version { number: String }`

/** `id`: the `_id` and name of the app, by which it is served. */
type AppForm = { id?: string; dataLoader?: object }

/** The app that Sluice serves it with. `dataLoader`: how its join is loaded, in batches by default. */
export function appDocument({ id = 'bench', dataLoader = {} }: AppForm = {}): Record<string, unknown> {
  const from = (collection: string, find: object = {}) => ({ db: 'sluice', collection, find })
  return {
    _id: id,
    descriptor: { name: id, enabled: true },
    schema: schemaOf('v'),
    mappings: {
      Query: { orders: from('orders'), order: from('orders', { _id: { $arg: 'id' } }) },
      Order: { customer: { ...from('customers', { _id: { $fk: 'customer' } }), dataLoader } },
    },
  }
}

export const LIST =
  '{ orders { _id number status total currency placed city note priority paid customer { _id name } } }'
export const TINY = '{ order(id: 7) { number } }'

const withCustomer = orders.map(order => ({ ...order, customer: byId.get(order.customer) }))
/** The answers, as objects. */
export const answers: Readonly<Record<string, object>> = {
  [LIST]: { data: { orders: withCustomer } },
  [TINY]: { data: { order: { number: orders[7]?.number } } },
}
