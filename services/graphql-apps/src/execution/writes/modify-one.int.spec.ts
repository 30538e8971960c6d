import { describe, expect, it } from '@jest/globals'
import { Decimal128, Long, ObjectId } from 'bson'
import type { AppRunner } from '../../testing/app-runner.ts'
import { useMutationShop } from '../../testing/mutation-shop.ts'
import { describeOnEachStore } from '../../testing/on-each-store.ts'

function promises(runner: () => AppRunner): void {
  const { load, stored, run, etagOf } = useMutationShop(runner)

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
}

describeOnEachStore('mutations of one document', promises)
