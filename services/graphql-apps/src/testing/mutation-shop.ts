import { beforeEach } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { CompiledApp } from '../domain/model/app-model.ts'
import { type AppRunner, compileTestApp } from './app-runner.ts'

const orders = { db: 'sluice', collection: 'orders' }
const byId = { filter: { _id: { $arg: 'id' } } }
const patching = { ...byId, update: { $set: { $arg: 'patch' } } }

const mutations: Record<string, [sdl: string, write: Document]> = {
  add: [
    '(item: String!, note: String, tags: [String], city: String): Order',
    {
      insertOne: {
        document: {
          item: { $arg: 'item' },
          note: { $arg: 'note' },
          tags: { $arg: 'tags' },
          address: { city: { $arg: 'city' } },
          status: 'new',
        },
      },
    },
  ],
  addWhole: [
    '(order: BsonDocument): Order',
    { insertOne: { document: { $arg: 'order' }, readOnly: ['owner', 'a.b'] } },
  ],
  addCount: ['(id: ID): Int', { insertOne: { document: { _id: { $arg: 'id' } } } }],
  addId: ['(id: ID): ID', { insertOne: { document: { _id: { $arg: 'id' } } } }],
  addText: [': String', { insertOne: { document: { a: 1 } } }],
  addObjectId: [': ObjectId', { insertOne: { document: { a: 1 } } }],
  addNever: ['(id: ID): Order!', { insertOne: { document: { _id: { $arg: 'id' } } } }],
  addMany: ['(orders: [New!]): [Order!]', { insertMany: { documents: { $arg: 'orders' } } }],
  addData: ['(orders: [BsonDocument!]): Int', { insertMany: { documents: { $arg: 'orders' } } }],
  addPair: [
    '(order: BsonDocument!, item: String): [Order]',
    { insertMany: { documents: [{ $arg: 'order' }, { item: { $arg: 'item' }, status: 'second' }] } },
  ],
  patch: ['(id: ID!, patch: Patch): Order', { updateOne: { ...patching, readOnly: ['owner', 'address.zip'] } }],
  patchData: ['(id: ID!, patch: BsonDocument): Order', { updateOne: { ...patching, readOnly: ['owner'] } }],
  setStatus: [
    '(id: ID!, status: String): Order',
    { updateOne: { ...byId, update: { $set: { status: { $arg: 'status' } } } } },
  ],
  mustSet: ['(id: ID!): Order', { updateOne: { ...byId, update: { $set: { a: 1 } }, onNoMatch: 'error' } }],
  setFirst: [
    '(status: String): Order',
    { updateOne: { filter: { status: { $arg: 'status' } }, update: { $inc: { n: 1 } } } },
  ],
  upsert: [
    '(id: ID!, n: Int): Order',
    { updateOne: { ...byId, update: { $inc: { n: { $arg: 'n' } }, $setOnInsert: { item: 'made' } }, upsert: true } },
  ],
  upsertItem: [
    '(item: String!): Int',
    { updateOne: { filter: { item: { $arg: 'item' } }, update: { $inc: { n: 1 } }, upsert: true } },
  ],
  numbers: [
    '(id: ID!, n: Int, long: Long, decimal: Decimal128): Boolean',
    {
      updateOne: {
        ...byId,
        update: {
          $inc: { n: { $arg: 'n' }, long: { $arg: 'long' } },
          $mul: { price: { $arg: 'decimal' } },
          $max: { most: { $arg: 'n' } },
        },
      },
    },
  ],
  lists: [
    '(id: ID!, tag: String, tags: [String], keep: Int, gone: String, sku: String, end: Int): Order',
    {
      updateOne: {
        ...byId,
        update: {
          $push: { tags: { $each: { $arg: 'tags' }, $position: 0, $slice: { $arg: 'keep' } } },
          $addToSet: { set: { $arg: 'tag' } },
          $pull: { old: { $arg: 'gone' }, lines: { sku: { $arg: 'sku' } } },
          $pop: { queue: { $arg: 'end' } },
        },
      },
    },
  ],
  other: [
    '(id: ID!): BsonDocument',
    {
      updateOne: {
        ...byId,
        update: { $rename: { note: 'remark' }, $unset: { item: '' }, $currentDate: { seen: true }, $min: { n: 0 } },
      },
    },
  ],
  close: [
    '(status: String!): Int',
    { updateMany: { filter: { status: { $arg: 'status' } }, update: { $set: { status: 'closed' } } } },
  ],
  closeFew: [
    '(status: String!): Int',
    { updateMany: { filter: { status: { $arg: 'status' } }, update: { $set: { status: 'closed' } }, maxAffected: 2 } },
  ],
  closeAny: [
    '(status: String!): Boolean',
    { updateMany: { filter: { status: { $arg: 'status' } }, update: { $set: { a: 1 } }, onNoMatch: 'error' } },
  ],
  upsertMany: [
    '(item: String!): Int',
    { updateMany: { filter: { item: { $arg: 'item' } }, update: { $inc: { n: 1 } }, upsert: true } },
  ],
  takeSlot: [
    '(status: String!): Int',
    { updateMany: { filter: { status: { $arg: 'status' } }, update: { $set: { slot: 1 } } } },
  ],
  put: ['(id: ID!, order: BsonDocument): Order', { replaceOne: { ...byId, replacement: { $arg: 'order' } } }],
  putUpsert: [
    '(id: ID!, item: String): Order',
    { replaceOne: { ...byId, replacement: { item: { $arg: 'item' } }, upsert: true } },
  ],
  putKeeping: [
    '(id: ID!, order: BsonDocument): Order',
    { replaceOne: { ...byId, replacement: { $arg: 'order' }, readOnly: ['owner', 'address.zip'], upsert: true } },
  ],
  remove: ['(id: ID!): Order', { deleteOne: byId }],
  mustRemove: ['(id: ID!): Boolean', { deleteOne: { ...byId, onNoMatch: 'error' } }],
  removeAny: ['(status: String): Boolean', { deleteOne: { filter: { status: { $arg: 'status' } } } }],
  purge: ['(status: String!): Int', { deleteMany: { filter: { status: { $arg: 'status' } }, maxAffected: 3 } }],
  clear: [': Int', { deleteMany: { filter: {}, all: true } }],
  clearSome: [
    '(a: String, b: String): Int',
    { deleteMany: { filter: { a: { $arg: 'a' }, b: { $arg: 'b' } }, all: true } },
  ],
}

const schema = `
  type Query { orders: [Order] order(id: ID!): Order }
  type Order { _id: ID item: String status: String n: Int note: String owner: String tags: [String] total: Int
    customer: Customer related(limit: Int): [Order] address: Address }
  type Address { city: String zip: String }
  type Customer { _id: ID name: String }
  input New { _id: ID item: String customerId: String }
  input Patch { status: String note: String owner: String address: AddressIn item: String }
  input AddressIn { city: String zip: String }
  type Mutation { ${Object.entries(mutations)
    .map(([name, [sdl]]) => `${name}${sdl}`)
    .join('\n')} }
`
const mappings = {
  Query: { orders: { ...orders, sort: { _id: 1 } }, order: { ...orders, find: { _id: { $arg: 'id' } } } },
  Order: {
    total: 'sums.total',
    customer: { db: 'sluice', collection: 'customers', find: { _id: { $fk: 'customerId' } } },
    related: { ...orders, find: { customerId: { $fk: 'customerId' } }, sort: { _id: 1 }, limit: { $arg: 'limit' } },
  },
  Mutation: Object.fromEntries(Object.entries(mutations).map(([name, [, write]]) => [name, { ...orders, ...write }])),
}
/** An app with a mutation of every kind. */
export const mutationShop = (limits = {}): CompiledApp => compileTestApp(schema, mappings, { limits })

const shop = mutationShop()

/** Two open orders before each test, and what tests of mutations ask. */
export function useMutationShop(runner: () => AppRunner) {
  const collection = () => runner().store.collection(orders)
  const load = (...documents: Document[]) => runner().load('orders', documents)
  beforeEach(async () => {
    await runner().load('customers', [
      { _id: 'c1', name: 'Ada' },
      { _id: 'c2', name: 'Bo' },
    ])
    await load({ _id: 'a', status: 'open', n: 1, customerId: 'c1' }, { _id: 'b', status: 'open' })
  })
  return {
    collection,
    load,
    /** All orders without their versions. */
    async stored(filter: Document = {}) {
      const found = await collection().find(filter, { sort: { _id: 1 } })
      return found.map(({ _etag: _, ...document }) => document)
    },
    async run(text: string, variables: Document = {}) {
      const { text: json, errors } = await runner().run(shop, text, { variables })
      return { data: JSON.parse(json ?? 'null'), errors, codes: errors.map(error => error.code) }
    },
    etagOf: async (id: string) => String((await collection().findOne({ _id: id }))?._etag),
  }
}
