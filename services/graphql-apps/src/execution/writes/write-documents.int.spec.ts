import { describe, expect, it } from '@jest/globals'
import { Long, ObjectId } from 'bson'
import type { AppRunner } from '../../testing/app-runner.ts'
import { useMutationShop } from '../../testing/mutation-shop.ts'
import { describeOnEachStore } from '../../testing/on-each-store.ts'

function promises(runner: () => AppRunner): void {
  const { load, stored, run, etagOf } = useMutationShop(runner)

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

    it('fills a list of documents of the mapping', async () => {
      const { data } = await run('mutation { addPair(order: {item: "x", n: 1}) { item n status } }')
      expect(data.addPair).toEqual([
        { item: 'x', n: 1, status: null },
        { item: null, n: null, status: 'second' },
      ])
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
}

describeOnEachStore('mutations that insert', promises)
