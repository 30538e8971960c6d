import { beforeEach } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { HoleCaller } from '../domain/model/hole.ts'
import { type AppRunner, compileTestApp } from './app-runner.ts'

const orders = { db: 'sluice', collection: 'orders' }
const byId = { filter: { _id: { $arg: 'id' } } }
const close = { $set: { status: 'closed' } }
const app = compileTestApp(
  `
  type Query { orders: [Order] }
  type Order { _id: ID status: String owner: String price: Int buyer: Buyer deep: Deep }
  type Deep { secret: Int open: Int }
  type Buyer { _id: ID }
  type Mutation {
    add(order: BsonDocument!): Order
    addId(order: BsonDocument!): ID
    addMany(orders: [BsonDocument!]): [Order]
    close(id: ID!): Order
    closeNumber(id: Long!): Int
    closeData(id: BsonDocument!): Int
    closeOpen: Order
    closeWhole(id: ID!): BsonDocument
    closeOwn(id: ID!, owner: String!): Int
    mustClose(id: ID!): Int
    closeAll(status: String!): Int
    patch(id: ID!, patch: BsonDocument!): Order
    rename(id: ID!): BsonDocument
    most(id: ID!, price: Int!): Int
    upsert(id: ID!): Order
    upsertItem(item: String!): Order
    upsertAll(item: String!): Int
    put(id: ID!, order: BsonDocument!): Order
    putKeeping(id: ID!, order: BsonDocument!): Order
    putUpsert(id: ID!, order: BsonDocument!): Order
    remove(id: ID!): Order
    removeId(id: ID!): ID
    removeOpen: Order
    purge(status: String!): Int
    byPrice(price: Int!): Int
  }
  `,
  {
    Query: { orders },
    Order: { buyer: { db: 'sluice', collection: 'buyers', find: { _id: { $fk: 'owner' } } } },
    Mutation: Object.fromEntries(
      Object.entries({
        add: { insertOne: { document: { $arg: 'order' } } },
        addId: { insertOne: { document: { $arg: 'order' } } },
        addMany: { insertMany: { documents: { $arg: 'orders' } } },
        close: { updateOne: { ...byId, update: close } },
        closeNumber: { updateOne: { ...byId, update: close } },
        closeData: { updateOne: { ...byId, update: close } },
        closeOpen: { updateOne: { filter: { status: 'open' }, update: close } },
        closeWhole: { updateOne: { ...byId, update: close } },
        closeOwn: { updateOne: { filter: { _id: { $arg: 'id' }, owner: { $arg: 'owner' } }, update: close } },
        mustClose: { updateOne: { ...byId, update: close, onNoMatch: 'error' } },
        closeAll: { updateMany: { filter: { status: { $arg: 'status' } }, update: close } },
        patch: { updateOne: { ...byId, update: { $set: { $arg: 'patch' } } } },
        rename: { updateOne: { ...byId, update: { $rename: { price: 'shown' } } } },
        most: { updateOne: { ...byId, update: { $max: { price: { $arg: 'price' } } } } },
        upsert: { updateOne: { ...byId, update: { $inc: { n: 1 } }, upsert: true } },
        upsertItem: { updateOne: { filter: { item: { $arg: 'item' } }, update: { $inc: { n: 1 } }, upsert: true } },
        upsertAll: { updateMany: { filter: { item: { $arg: 'item' } }, update: { $inc: { n: 1 } }, upsert: true } },
        put: { replaceOne: { ...byId, replacement: { $arg: 'order' } } },
        putKeeping: { replaceOne: { ...byId, replacement: { $arg: 'order' }, readOnly: ['owner'] } },
        putUpsert: { replaceOne: { ...byId, replacement: { $arg: 'order' }, upsert: true } },
        remove: { deleteOne: byId },
        removeId: { deleteOne: byId },
        removeOpen: { deleteOne: { filter: { status: 'open' } } },
        purge: { deleteMany: { filter: { status: { $arg: 'status' } } } },
        byPrice: { updateMany: { filter: { price: { $arg: 'price' } }, update: close } },
      }).map(([name, write]) => [name, { ...orders, ...write }]),
    ),
  },
  { access: 'collections' },
)

export const BULK = { allowBulkPatch: true, allowBulkDelete: true, allowWriteMode: true }
export const allow = (predicate: string, mongo: Document = {}, more: Document = {}) => ({
  _id: predicate,
  predicate,
  roles: ['clerk'],
  mongo,
  ...more,
})
export const READ = allow(`method('GET') and path-prefix('/orders')`)
export const all = (mongo: Document = {}) => [allow(`path-prefix('/orders')`, { ...BULK, ...mongo })]
/** Reading is open, and the rule is that of writing. */
export const write = (mongo: Document = {}) => [
  READ,
  allow(`not method('GET') and path-prefix('/orders')`, { ...BULK, ...mongo }),
]
export const OWN = { writeFilter: { owner: '@user._id' } }

const ann: HoleCaller = { user: { _id: 'ann', team: 'red' }, roles: ['clerk'], isRoot: false, now: new Date(0) }
export const root: HoleCaller = { ...ann, roles: ['admin'], isRoot: true }
export const nobody: HoleCaller = { user: undefined, roles: ['$unauthenticated'], isRoot: false, now: new Date(0) }

export const START = [
  { _id: '1', owner: 'bob', status: 'open', price: 9, item: 'x' },
  { _id: '2', owner: 'ann', status: 'open', price: 5, deep: { secret: 1, open: 2 } },
  { _id: '3', owner: 'ann', status: 'done', price: 1 },
]

/** Variables by their names, and who asks. */
type ShopCall = { caller?: HoleCaller; [variable: string]: unknown }

/** Three orders before each test, and what tests of an app in collections mode ask. */
export function useRuledShop(runner: () => AppRunner) {
  beforeEach(async () => {
    await runner().load('orders', START)
    await runner().load('buyers', [{ _id: 'ann' }])
  })

  const stored = async (filter: Document = {}) => {
    const found = await runner()
      .store.collection(orders)
      .find(filter, { sort: { _id: 1 } })
    return found.map(({ _etag: _, ...document }) => document)
  }
  const ask = async (query: string, permissions: Document[], { caller = ann, ...variables }: ShopCall = {}) => {
    const given = { permissions, caller, variables }
    const { text, errors } = await runner().run(app, query, given)
    return { data: JSON.parse(text ?? 'null'), codes: errors.map(({ code }) => code), errors }
  }
  const statuses = async () => (await stored()).map(({ status }) => status)
  return { stored, ask, statuses }
}
