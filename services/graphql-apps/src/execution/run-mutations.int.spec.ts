import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { Decimal128, Long, ObjectId } from 'bson'
import type { AppRunner } from '../testing/app-runner.ts'
import { compileTestApp } from '../testing/app-runner.ts'
import { describeOnEachStore } from '../testing/on-each-store.ts'

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
const app = compileTestApp(schema, mappings)

function promises(runner: () => AppRunner): void {
  const stored = async (filter: Document = {}) => {
    const found = await runner()
      .store.collection(orders)
      .find(filter, { sort: { _id: 1 } })
    return found.map(({ _etag: _, ...document }) => document)
  }
  const run = async (text: string, variables: Document = {}) => {
    const { text: json, errors } = await runner().run(app, text, variables)
    return { data: JSON.parse(json ?? 'null'), errors, codes: errors.map(error => error.code) }
  }
  const load = (...documents: Document[]) => runner().load('orders', documents)
  const etagOf = async (id: string) => String((await runner().store.collection(orders).findOne({ _id: id }))?._etag)

  beforeEach(async () => {
    await runner().load('customers', [
      { _id: 'c1', name: 'Ada' },
      { _id: 'c2', name: 'Bo' },
    ])
    await load({ _id: 'a', status: 'open', n: 1, customerId: 'c1' }, { _id: 'b', status: 'open' })
  })

  describe('insertOne', () => {
    it('leaves out the fields of absent arguments and writes an explicit null', async () => {
      await load()
      const { data } = await run(
        'mutation { a: add(item: "x") { item status } b: add(item: "y", note: null, tags: ["t"]) { tags } }',
      )
      expect(data).toEqual({ a: { item: 'x', status: 'new' }, b: { tags: ['t'] } })
      expect(await stored()).toEqual([
        { _id: expect.any(ObjectId), item: 'x', status: 'new' },
        { _id: expect.any(ObjectId), item: 'y', note: null, tags: ['t'], status: 'new' },
      ])
    })

    it('takes a whole document with all its types, but not its _etag', async () => {
      const order = { _id: 'w', a: { c: [1, null] }, long: { $numberLong: '9007199254740993' }, _etag: 'mine' }
      const { data } = await run('mutation($order: BsonDocument) { addWhole(order: $order) { _id } }', { order })
      expect(data).toEqual({ addWhole: { _id: 'w' } })
      expect(await stored({ _id: 'w' })).toEqual([
        { _id: 'w', a: { c: [1, null] }, long: Long.fromString('9007199254740993') },
      ])
      expect(await etagOf('w')).toMatch(/^[0-9a-f]{24}$/)
    })

    it('gives what the type of the field asks', async () => {
      const { data } = await run('mutation { addCount(id: "1") addId(id: "2") addText addObjectId }')
      const ids = (await stored({ a: 1 })).map(({ _id }) => String(_id))
      expect(data).toEqual({ addCount: 1, addId: '2', addText: ids[0], addObjectId: { $oid: ids[1] } })
    })

    it('is CONFLICT for a value that is taken, and says neither which nor what', async () => {
      const { data, errors } = await run('mutation { addCount(id: "a") }')
      expect([data, errors[0]?.code, errors[0]?.path]).toEqual([{ addCount: null }, 'CONFLICT', ['addCount']])
      expect(errors[0]?.message).toMatch(/unique is taken/)
      expect(errors[0]?.message).not.toMatch(/"a"|_id/)
    })

    it.each([{ owner: 'me' }, { owner: null }, { a: { b: 1 } }, { a: [{ b: 1 }] }])(
      'is FIELD_READ_ONLY for %j',
      async order => {
        const { codes } = await run('mutation($order: BsonDocument) { addWhole(order: $order) { _id } }', { order })
        expect(codes).toEqual(['FIELD_READ_ONLY'])
        expect(await stored()).toHaveLength(2)
      },
    )

    it.each(['addWhole { _id }', 'addWhole(order: null) { _id }'])('needs a document: %s', async field => {
      expect(await run(`mutation { ${field} }`)).toMatchObject({ data: { addWhole: null }, codes: ['BAD_USER_INPUT'] })
    })

    it.each(['', '_x', '..', '*'])('refuses the _id %j, which the data service refuses', async id => {
      expect((await run('mutation($id: ID) { addCount(id: $id) }', { id })).codes).toEqual(['BAD_USER_INPUT'])
    })
  })

  describe('insertMany', () => {
    it('gives the documents in order, joins included', async () => {
      const list = '[{_id: "1", item: "x", customerId: "c2"}, {_id: "2", customerId: "c1"}]'
      const { data } = await run(`mutation { addMany(orders: ${list}) { _id item customer { name } } }`)
      expect(data.addMany).toEqual([
        { _id: '1', item: 'x', customer: { name: 'Bo' } },
        { _id: '2', item: null, customer: { name: 'Ada' } },
      ])
      expect(await stored({ _id: '2' })).toEqual([{ _id: '2', customerId: 'c1' }])
    })

    it('stores nothing of an empty list, and needs one', async () => {
      expect((await run('mutation { addMany(orders: []) { _id } }')).data).toEqual({ addMany: [] })
      expect((await run('mutation { addMany { _id } }')).codes).toEqual(['BAD_USER_INPUT'])
      expect(await stored()).toHaveLength(2)
    })

    it('says how many it stored before one that could not be', async () => {
      const { errors } = await run('mutation { addMany(orders: [{_id: "1"}, {_id: "a"}, {_id: "2"}]) { _id } }')
      expect(errors).toMatchObject([{ code: 'CONFLICT', message: expect.stringContaining('the 1 before it were') }])
      expect((await stored()).map(({ _id }) => _id)).toEqual(['1', 'a', 'b'])
    })

    it('stores nothing of more than 1,000', async () => {
      const orders = Array.from({ length: 1001 }, (_, n) => ({ n }))
      const { codes } = await run('mutation($orders: [BsonDocument!]) { addData(orders: $orders) }', { orders })
      expect([codes, (await stored()).length]).toEqual([['LIMIT_EXCEEDED'], 2])
      expect(
        (await run('mutation($orders: [BsonDocument!]) { addData(orders: $orders) }', { orders: orders.slice(1) }))
          .data,
      ).toEqual({ addData: 1000 })
    })
  })

  describe('updateOne', () => {
    it('gives the document after the write, joins included, with a new _etag', async () => {
      const query = 'mutation { setStatus(id: "a", status: "done") { status n customer { name } } }'
      expect((await run(query)).data).toEqual({ setStatus: { status: 'done', n: 1, customer: { name: 'Ada' } } })
      const first = await etagOf('a')
      await run(query)
      expect([first, await etagOf('a')]).toEqual([
        expect.stringMatching(/^[0-9a-f]{24}$/),
        expect.not.stringMatching(first),
      ])
      expect(await stored()).toEqual([
        { _id: 'a', status: 'done', n: 1, customerId: 'c1' },
        { _id: 'b', status: 'open' },
      ])
    })

    it('leaves absent keys of a patch alone and writes an explicit null', async () => {
      await load({ _id: 'a', status: 'open', note: 'old', item: 'i' })
      const { data } = await run('mutation { patch(id: "a", patch: {note: null, status: "x"}) { note status item } }')
      expect(data.patch).toEqual({ note: null, status: 'x', item: 'i' })
      expect(await stored()).toEqual([{ _id: 'a', status: 'x', note: null, item: 'i' }])
      await run('mutation { patch(id: "a", patch: {}) { _id } b: patch(id: "a") { _id } }')
      expect(await stored()).toEqual([{ _id: 'a', status: 'x', note: null, item: 'i' }])
    })

    it.each(['owner: "me"', 'owner: null', 'address: {city: "x"}'])('is FIELD_READ_ONLY for {%s}', async field => {
      const { codes, errors } = await run(`mutation { patch(id: "a", patch: {status: "x", ${field}}) { _id } }`)
      expect(codes).toEqual(['FIELD_READ_ONLY'])
      expect(errors[0]?.message).toMatch(/"owner"|"address\.zip"/)
      expect(await stored({ status: 'x' })).toEqual([])
    })

    it('lets a patch say nothing of _id and _etag', async () => {
      const patch = { _id: 'z', _etag: 'mine', note: 'n' }
      const { data } = await run('mutation($patch: BsonDocument) { patchData(id: "a", patch: $patch) { _id note } }', {
        patch,
      })
      expect(data).toEqual({ patchData: { _id: 'a', note: 'n' } })
      expect(await etagOf('a')).not.toBe('mine')
    })

    it('gives null where there is none, and NOT_FOUND where the app asks for it', async () => {
      expect(await run('mutation { setStatus(id: "z") { _id } }')).toMatchObject({
        data: { setStatus: null },
        codes: [],
      })
      expect(await run('mutation { mustSet(id: "z") { _id } }')).toMatchObject({
        data: { mustSet: null },
        codes: ['NOT_FOUND'],
      })
      expect((await run('mutation { mustSet(id: "a") { _id } }')).codes).toEqual([])
      expect(await stored()).toHaveLength(2)
    })

    it('finds its document by any field', async () => {
      expect((await run('mutation { setFirst(status: "open") { status } }')).data).toEqual({
        setFirst: { status: 'open' },
      })
      expect((await stored({ n: { $gte: 1 } })).length).toBeGreaterThan(0)
      expect((await run('mutation { setFirst(status: "none") { _id } }')).data).toEqual({ setFirst: null })
    })

    it('makes a document by an upsert, and says so', async () => {
      const { data } = await run(
        'mutation { a: upsert(id: "u", n: 2) { _id n item } b: upsert(id: "u", n: 3) { n item } }',
      )
      expect(data).toEqual({ a: { _id: 'u', n: 2, item: 'made' }, b: { n: 5, item: 'made' } })
      expect(await etagOf('u')).toMatch(/^[0-9a-f]{24}$/)
      expect((await run('mutation { a: upsertItem(item: "i") b: upsertItem(item: "i") }')).data).toEqual({ a: 1, b: 1 })
      expect(await stored({ item: 'i' })).toEqual([{ _id: expect.any(ObjectId), item: 'i', n: 2 }])
      expect((await run('mutation { upsert(id: "", n: 2) { _id } }')).codes).toEqual(['BAD_USER_INPUT'])
    })

    it('counts with every type of number', async () => {
      await load({ _id: 'a', n: 1, long: Long.fromString('9007199254740993'), price: Decimal128.fromString('1.10') })
      const query = 'mutation { numbers(id: "a", n: 2, long: "9007199254740993", decimal: "2") }'
      expect((await run(query)).data).toEqual({ numbers: true })
      expect(await stored()).toEqual([
        { _id: 'a', n: 3, most: 2, long: Long.fromString('18014398509481986'), price: Decimal128.fromString('2.20') },
      ])
    })

    it('changes lists', async () => {
      await load({
        _id: 'a',
        tags: ['x', 'y'],
        old: ['o', 'p', 'o'],
        lines: [{ sku: 's' }, { sku: 't' }],
        queue: [1, 2, 3],
      })
      await run(
        'mutation { lists(id: "a", tag: "n", tags: ["v", "w"], keep: 3, gone: "o", sku: "s", end: -1) { _id } }',
      )
      const after = { _id: 'a', tags: ['v', 'w', 'x'], set: ['n'], old: ['p'], lines: [{ sku: 't' }], queue: [2, 3] }
      expect(await stored()).toEqual([after])
      await run('mutation { lists(id: "a") { _id } b: lists(id: "a", tags: []) { _id } }')
      expect(await stored()).toEqual([after])
      expect((await run('mutation { lists(id: "a", end: 5) { _id } }')).codes).toEqual(['BAD_USER_INPUT'])
    })

    it('renames, removes, dates and compares', async () => {
      await load({ _id: 'a', note: 'n', item: 'i', n: 5 })
      expect((await run('mutation { other(id: "a") }')).data).toMatchObject({ other: { _id: 'a', remark: 'n', n: 0 } })
      expect(await stored()).toEqual([{ _id: 'a', remark: 'n', n: 0, seen: expect.any(Date) }])
    })

    it('is BAD_USER_INPUT where the stored document does not take the change, without its values', async () => {
      await load({ _id: 'a', n: 'hidden text' })
      const { codes, errors } = await run('mutation { numbers(id: "a", n: 1) }')
      expect(codes).toEqual(['BAD_USER_INPUT'])
      expect(errors[0]?.message).not.toContain('hidden')
      expect(await stored()).toEqual([{ _id: 'a', n: 'hidden text' }])
    })
  })

  describe('updateMany and deleteMany', () => {
    it('count the documents that they matched', async () => {
      const query = 'mutation { close(status: "open") again: close(status: "open") purge(status: "closed") }'
      expect((await run(query)).data).toEqual({ close: 2, again: 0, purge: 2 })
      expect(await stored()).toEqual([])
    })

    it('write nothing when there are more than maxAffected', async () => {
      await load(...['a', 'b', 'c', 'd'].map(_id => ({ _id, status: 'open' })))
      const { data, codes } = await run('mutation { closeFew(status: "open") purge(status: "open") }')
      expect([data, codes]).toEqual([{ closeFew: null, purge: null }, ['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED']])
      expect(await stored({ status: 'open' })).toHaveLength(4)
      await run(
        'mutation { setStatus(id: "d", status: "x") { _id } setStatus2: setStatus(id: "c", status: "x") { _id } }',
      )
      expect((await run('mutation { closeFew(status: "open") }')).data).toEqual({ closeFew: 2 })
    })

    it('write nothing when there are more than the documents of a request', async () => {
      const small = compileTestApp(schema, mappings, { maxDocuments: 1 })
      const { errors } = await runner().run(small, 'mutation { close(status: "open") clear }')
      expect(errors.map(error => error.code)).toEqual(['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'])
      expect(errors[0]?.message).toMatch(/Nothing was written/)
      expect(await stored({ status: 'open' })).toHaveLength(2)
    })

    it('go through more documents than one batch', async () => {
      await load(...Array.from({ length: 1203 }, (_, _id) => ({ _id, status: 'open' })))
      expect((await run('mutation { close(status: "open") }')).data).toEqual({ close: 1203 })
      expect(
        await runner()
          .store.collection(orders)
          .count({ status: 'closed', _etag: { $exists: true } }),
      ).toBe(1203)
      expect((await run('mutation { clear }')).data).toEqual({ clear: 1203 })
    })

    it('are NOT_FOUND where the app asks for it, and make one by an upsert', async () => {
      expect(await run('mutation { closeAny(status: "z") }')).toMatchObject({
        data: { closeAny: null },
        codes: ['NOT_FOUND'],
      })
      expect((await run('mutation { closeAny(status: "open") }')).data).toEqual({ closeAny: true })
      expect((await run('mutation { a: upsertMany(item: "i") b: upsertMany(item: "i") }')).data).toEqual({ a: 1, b: 1 })
      expect(await stored({ item: 'i' })).toMatchObject([{ n: 2 }])
    })

    it('hit everything only where the filter is empty in the mapping', async () => {
      expect((await run('mutation { clearSome }')).codes).toEqual(['BAD_USER_INPUT'])
      expect(await stored()).toHaveLength(2)
      expect((await run('mutation { clearSome(a: null) }')).data).toEqual({ clearSome: 2 })
      await load({ _id: 'a' })
      expect((await run('mutation { clear }')).data).toEqual({ clear: 1 })
    })
  })

  describe('replaceOne', () => {
    it('gives the document in place of the old one, under its _id', async () => {
      const order = { item: 'x', sums: { total: 3 } }
      const { data } = await run(
        'mutation($order: BsonDocument) { put(id: "a", order: $order) { _id total status } }',
        { order },
      )
      expect(data).toEqual({ put: { _id: 'a', total: 3, status: null } })
      expect(await stored({ _id: 'a' })).toEqual([{ _id: 'a', item: 'x', sums: { total: 3 } }])
      expect(await etagOf('a')).toMatch(/^[0-9a-f]{24}$/)
    })

    it('gives null where there is none, changes no _id, and needs a document', async () => {
      expect((await run('mutation { put(id: "z", order: {a: 1}) { _id } }')).data).toEqual({ put: null })
      expect((await run('mutation { put(id: "a", order: {_id: "z"}) { _id } }')).codes).toEqual(['BAD_USER_INPUT'])
      expect((await run('mutation { put(id: "a") { _id } }')).codes).toEqual(['BAD_USER_INPUT'])
      expect(await stored()).toHaveLength(2)
    })

    it('makes one by an upsert', async () => {
      expect((await run('mutation { putUpsert(id: "u", item: "i") { _id item } }')).data).toEqual({
        putUpsert: { _id: 'u', item: 'i' },
      })
      await run('mutation { putUpsert(id: "u") { _id } }')
      expect(await stored({ _id: 'u' })).toEqual([{ _id: 'u' }])
    })

    it('keeps what is readOnly, and refuses it in the argument', async () => {
      await load({ _id: 'a', owner: 'ada', note: 'n', address: { city: 'Ulm', zip: '1' } })
      const put = (id: string, order: unknown) =>
        run(
          'mutation($id: ID!, $order: BsonDocument) { putKeeping(id: $id, order: $order) { owner address { city zip } } }',
          { id, order },
        )
      expect((await put('a', { item: 'i', address: { city: 'Bonn' } })).data).toEqual({
        putKeeping: { owner: 'ada', address: { city: 'Bonn', zip: '1' } },
      })
      expect(await stored()).toEqual([{ _id: 'a', item: 'i', owner: 'ada', address: { city: 'Bonn', zip: '1' } }])
      expect((await put('a', { owner: 'bo' })).codes).toEqual(['FIELD_READ_ONLY'])
      expect((await put('new', { item: 'i' })).data).toEqual({ putKeeping: { owner: null, address: null } })
      expect(await stored({ _id: 'new' })).toEqual([{ _id: 'new', item: 'i' }])
    })
  })

  describe('deleteOne', () => {
    it('gives the document before it, joins included', async () => {
      const query = 'mutation { remove(id: "a") { status n customer { name } related { _id } } }'
      expect((await run(query)).data).toEqual({
        remove: { status: 'open', n: 1, customer: { name: 'Ada' }, related: [] },
      })
      expect(await stored()).toEqual([{ _id: 'b', status: 'open' }])
      expect((await run('mutation { remove(id: "a") { _id } }')).data).toEqual({ remove: null })
      expect((await run('mutation { mustRemove(id: "a") }')).codes).toEqual(['NOT_FOUND'])
      expect((await run('mutation { mustRemove(id: "b") }')).data).toEqual({ mustRemove: true })
    })

    it('refuses a filter whose only condition is an absent argument', async () => {
      expect(await run('mutation { removeAny }')).toMatchObject({
        data: { removeAny: null },
        codes: ['BAD_USER_INPUT'],
      })
      expect(await stored()).toHaveLength(2)
      expect((await run('mutation { removeAny(status: "none") b: removeAny(status: "open") }')).data).toEqual({
        removeAny: false,
        b: true,
      })
    })
  })

  describe('a mutation', () => {
    it('runs its fields one after the other, each read before the next one writes', async () => {
      const query = `mutation {
        one: upsert(id: "a", n: 1) { n related { n } }
        two: upsert(id: "a", n: 1) { n related { n } }
        gone: remove(id: "a") { n related { n } }
        again: upsert(id: "a", n: 1) { n item }
      }`
      expect((await run(query)).data).toEqual({
        one: { n: 2, related: [{ n: 2 }] },
        two: { n: 3, related: [{ n: 3 }] },
        gone: { n: 3, related: [] },
        again: { n: 1, item: 'made' },
      })
    })

    it('goes on after a nullable field that failed, and ends at a non-null one', async () => {
      const open = await run('mutation { addCount(id: "a") addId(id: "after") }')
      expect([open.data, open.codes]).toEqual([{ addCount: null, addId: 'after' }, ['CONFLICT']])
      const shut = await run('mutation { x: addId(id: "x") addNever(id: "a") { _id } y: addId(id: "y") }')
      expect([shut.data, shut.codes, shut.errors[0]?.path]).toEqual([null, ['CONFLICT'], ['addNever']])
      expect((await stored()).map(({ _id }) => _id)).toEqual(['a', 'after', 'b', 'x'])
    })

    it('answers aliases, fragments, __typename and @skip as a query does', async () => {
      const query = `mutation($no: Boolean!) { __typename first: addId(id: "1") ...Rest skipped: addId(id: "3") @include(if: $no) }
        fragment Rest on Mutation { setStatus(id: "a", status: "s") { __typename ...O } } fragment O on Order { status }`
      const { data } = await run(query, { no: false })
      expect(Object.entries(data)).toEqual([
        ['__typename', 'Mutation'],
        ['first', '1'],
        ['setStatus', { __typename: 'Order', status: 's' }],
      ])
      expect(await stored({ _id: '3' })).toEqual([])
    })

    it('writes once for a field that stands there twice', async () => {
      expect((await run('mutation { upsert(id: "a", n: 1) { n } upsert(id: "a", n: 1) { _id } }')).data).toEqual({
        upsert: { n: 2, _id: 'a' },
      })
    })

    it('writes nothing when its variables are wrong', async () => {
      expect((await run('mutation($id: ID!) { a: addId(id: "1") upsert(id: $id) { n } }')).codes).toEqual([
        'BAD_USER_INPUT',
      ])
      expect(await stored()).toHaveLength(2)
    })

    it('writes nothing when its time is over', async () => {
      const { errors } = await runner().run(
        compileTestApp(schema, mappings, { timeoutMs: 0 }),
        'mutation { addId(id: "1") }',
      )
      expect(errors).toMatchObject([{ code: 'TIMEOUT', message: expect.stringContaining('Nothing was written') }])
      expect(await stored()).toHaveLength(2)
    })

    it('is never run by a query, nor a query field by a mutation', async () => {
      await expect(run('query { clear }')).rejects.toThrow(/Cannot query field/)
      await expect(run('mutation { orders { _id } }')).rejects.toThrow(/Cannot query field/)
      const readOnly = compileTestApp('type Query { orders: [O] } type O { _id: ID }', { Query: { orders } })
      expect((await runner().run(readOnly, 'mutation { orders { _id } }')).errors).toMatchObject([
        { code: 'OPERATION_RESOLUTION_FAILURE' },
      ])
      expect(await stored()).toHaveLength(2)
    })

    it('asks the store for nothing when it writes without looking', async () => {
      await run('mutation { add(item: "x") { item } remove(id: "a") { status } }')
      expect(runner().asked).toEqual([])
    })
  })

  describe('in a collection with a JSON Schema', () => {
    beforeEach(async () => {
      const jsonSchema = { properties: { n: { maximum: 5 }, item: { type: 'string' } } }
      await runner().setSchema('orders', jsonSchema)
    })
    it('stores only what fits it, whichever way it is written', async () => {
      const many = '[{_id: "1"}, {_id: "2", item: null}]'
      for (const field of [
        'addWhole(order: {n: 6}) { _id }',
        `addMany(orders: ${many}) { _id }`,
        'upsert(id: "a", n: 6) { _id }',
        'upsert(id: "u", n: 6) { _id }',
        'put(id: "a", order: {n: 6}) { _id }',
        'putUpsert(id: "u", item: null) { _id }',
        'patchData(id: "a", patch: {item: 5}) { _id }',
      ]) {
        expect([field, (await run(`mutation { ${field} }`)).codes]).toEqual([field, ['BAD_USER_INPUT']])
      }
      expect(await stored()).toEqual([
        { _id: 'a', status: 'open', n: 1, customerId: 'c1' },
        { _id: 'b', status: 'open' },
      ])
      const query = `mutation { addWhole(order: {_id: "w", n: 5}) { n } a: upsert(id: "a", n: 2) { n customer { name } }
        u: upsert(id: "u", n: 5) { n item } put(id: "b", order: {n: 1}) { n } upsertItem(item: "i") close(status: "open") }`
      expect((await run(query)).data).toEqual({
        addWhole: { n: 5 },
        a: { n: 3, customer: { name: 'Ada' } },
        u: { n: 5, item: 'made' },
        put: { n: 1 },
        upsertItem: 1,
        close: 1,
      })
      expect(await stored()).toMatchObject([
        { _id: 'a', n: 3, status: 'closed' },
        { _id: 'b', n: 1 },
        { _id: 'u', n: 5, item: 'made' },
        { _id: 'w', n: 5 },
        { item: 'i', n: 1 },
      ])
    })
  })
}

describeOnEachStore('mutations', promises)
