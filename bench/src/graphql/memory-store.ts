import type { Collection, Document, Namespace, Store } from '@sluice/store'
import { BSON } from 'mongodb'
import { customers, orders } from './world.ts'

/** A store whose `orders` and `customers` answer at once, with BSON as real stores have it; whole, whatever is selected. */
export function withMemory(store: Store): Store {
  const answering = (namespace: Namespace, find: (filter: Document) => Uint8Array[]): Collection => ({
    ...store.collection(namespace),
    find: async filter => find(filter).map(each => BSON.deserialize(each)),
    findRaw: async filter => find(filter),
  })
  const handles = new Map(
    Object.entries({ orders: ordersBy, customers: customersBy }).map(([collection, find]) => [
      collection,
      answering({ db: 'sluice', collection }, find),
    ]),
  )
  return { ...store, collection: namespace => handles.get(namespace.collection) ?? store.collection(namespace) }
}

const stored = (documents: readonly Document[]): ReadonlyMap<unknown, Uint8Array> =>
  new Map(documents.map(document => [document._id, Buffer.from(BSON.serialize(document))]))
const storedOrders = stored(orders)
const storedCustomers = stored(customers)
const allOrders = [...storedOrders.values()]

const operand = (condition: unknown, operator: string): unknown =>
  typeof condition === 'object' && condition !== null ? Reflect.get(condition, operator) : undefined

function ordersBy({ _id }: Document): Uint8Array[] {
  const id = operand(_id, '$eq')
  return id === undefined ? allOrders : [storedOrders.get(id)].filter(order => order !== undefined)
}

function customersBy({ _id }: Document): Uint8Array[] {
  const ids = operand(_id, '$in')
  const wanted: unknown[] = Array.isArray(ids) ? ids : [operand(_id, '$eq')]
  return wanted.map(id => storedCustomers.get(id)).filter(customer => customer !== undefined)
}
