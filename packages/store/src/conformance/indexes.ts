import { describe, expect } from '@jest/globals'
import type { Sort } from '../port.ts'
import { all, promisesOf, type StoreHarness, times, useStore } from './harness.ts'

export function describeIndexes(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('indexes', () => {
    const bench = useStore(harness)

    it('are made once, listed with that of _id, and dropped', async () => {
      const documents = await bench.collection([{ a: 1 }])
      expect([await documents.createIndex({ a: 1, b: -1 }), await documents.createIndex({ a: 1, b: -1 })]).toEqual([
        'a_1_b_-1',
        'a_1_b_-1',
      ])
      expect(await documents.createIndex({ c: 1 }, { name: 'mine', unique: true })).toBe('mine')
      expect(await documents.listIndexes()).toEqual([
        { name: '_id_', keys: { _id: 1 }, unique: true },
        { name: 'a_1_b_-1', keys: { a: 1, b: -1 }, unique: false },
        { name: 'mine', keys: { c: 1 }, unique: true },
      ])
      expect([await documents.dropIndex('mine'), await documents.dropIndex('mine')]).toEqual([true, false])
    })
    it('are told, if they are what a find looks by', async () => {
      const documents = await bench.collection([
        { _id: 1, a: 1, b: 1 },
        { _id: 2, a: 2, b: 2 },
      ])
      await documents.createIndex({ a: 1 }, { name: 'mine' })
      expect(await documents.indexFor({ _id: 2 })).toBe('_id_')
      expect(await documents.indexFor({ a: { $gt: 1 } }, { limit: 5 })).toBe('mine')
      expect(await documents.indexFor({ b: 1 })).toBeUndefined()
      expect(await documents.indexFor({}, { sort: { a: 1 } })).toBe('mine')
      await expect(documents.indexFor({ $where: '1' })).rejects.toMatchObject({ name: 'UnsupportedByStoreError' })
    })
    it('are tried out: the answer of their making, and none is made', async () => {
      const lists = [{ a: [1, 2] }, { a: [2] }]
      const plain = [{ a: 1, b: { c: 1 } }, { a: 2, b: { c: 1 } }, { live: true }, { a: null }]
      const wanted: [Sort, object?][] = [
        [{ a: 1 }],
        [{ a: 1 }, { unique: true }],
        [{ a: 1 }, { unique: true, sparse: true, name: 'mine' }],
        [{ 'b.c': 1 }, { unique: true, partialFilterExpression: { a: { $gt: 1 } } }],
        [{ 'b.c': 1, a: -1 }, { unique: true }],
        [{ a: 1 }, { sparse: true, partialFilterExpression: { live: true } }],
        [{ 'a.0': 1 }],
        [{ _id: 1 }],
        [{ there: 1 }, { unique: true }],
        [{ there: 1 }, { name: 'other' }],
        [{ x: 1 }, { name: 'there_1' }],
      ]
      for (const documents of [lists, plain]) {
        for (const [keys, options] of wanted) {
          const stored = await bench.collection(documents)
          await stored.createIndex({ there: 1 })
          const before = await stored.listIndexes()
          const told = await stored.tryIndex(keys, options).catch(({ name }: Error) => name)
          expect(await stored.listIndexes()).toEqual(before)
          expect(told).toBe(await stored.createIndex(keys, options).catch(({ name }: Error) => name))
        }
      }
    })
    it('refuse stored documents that break a new unique one', async () => {
      const documents = await bench.collection([{ a: 1 }, { a: 1 }])
      await expect(documents.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({
        name: 'DuplicateKeyError',
      })
      expect(await documents.listIndexes()).toHaveLength(1)
    })
    it('that are unique hold for updates too', async () => {
      const documents = await bench.collection([
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
      ])
      await documents.createIndex({ a: 1 }, { unique: true })
      await expect(documents.updateOne({ _id: 2 }, { $set: { a: 1 } })).rejects.toMatchObject({
        name: 'DuplicateKeyError',
      })
      expect(await documents.findOne({ _id: 2 })).toEqual({ _id: 2, a: 2 })
    })
    it('that are unique count a missing field as null', async () => {
      const documents = await bench.collection([{ _id: 1 }])
      await documents.createIndex({ a: 1 }, { unique: true })
      await expect(documents.insertOne({ _id: 2 })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
    })
    it('that are unique hold for each element of an array', async () => {
      const documents = await bench.collection([{ _id: 1, a: [1, 2] }])
      await documents.createIndex({ a: 1 }, { unique: true })
      await expect(documents.insertOne({ a: [3, 2] })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
      await documents.insertOne({ a: [3, 3] })
    })
    it('over several fields are unique as a whole', async () => {
      const documents = await bench.collection([{ a: 1, b: 1 }])
      await documents.createIndex({ a: 1, b: 1 }, { unique: true })
      await documents.insertOne({ a: 1, b: 2 })
      await expect(documents.insertOne({ a: 1, b: 2 })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
    })
    it('over a part of the documents bind that part only', async () => {
      const documents = await bench.collection()
      await documents.createIndex({ a: 1 }, { unique: true, partialFilterExpression: { live: true } })
      await documents.insertMany([{ a: 1 }, { a: 1 }, { a: 1, live: true }])
      await expect(documents.insertOne({ a: 1, live: true })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
      expect(await documents.count({ a: 1 })).toBe(3)
    })
    it('that are sparse and unique bind the documents that have the field, be it null', async () => {
      const documents = await bench.collection()
      await documents.createIndex({ a: 1 }, { unique: true, sparse: true })
      await documents.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, a: null }, { _id: 4, a: 1 }])
      for (const a of [null, 1]) {
        await expect(documents.insertOne({ a })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
      }
      await expect(documents.updateOne({ _id: 2 }, { $set: { a: 1 } })).rejects.toMatchObject({
        name: 'DuplicateKeyError',
      })
      await documents.updateOne({ _id: 4 }, { $unset: { a: true } })
      await documents.updateOne({ _id: 2 }, { $set: { a: 1 } })
    })
    it('that lack documents never hide them from a find, a count or a sort', async () => {
      const values = [{}, { a: null }, { a: 1 }, { a: 2, live: true }, { b: 1 }, { a: [] }, { a: { b: 1 } }]
      const documents = await bench.collection(values.map((value, _id) => ({ _id, ...value })))
      const filters = [{}, { a: null }, { a: 1 }, { a: { $gte: 1 } }, { a: { $in: [1, null] } }, { a: { $ne: 1 } }]
      const ask = async () => [
        ...(await Promise.all(filters.map(filter => documents.find(filter, { sort: { _id: 1 } })))),
        ...(await Promise.all(filters.map(filter => documents.count(filter)))),
        await documents.find({}, { sort: { a: 1, _id: 1 } }),
        await documents.find({ a: { $exists: false } }, { sort: { _id: 1 } }),
      ]
      const before = await ask()
      await documents.createIndex({ a: 1 }, { name: 'sparse', sparse: true })
      expect(await ask()).toEqual(before)
      await documents.dropIndex('sparse')
      await documents.createIndex({ a: 1 }, { name: 'partial', partialFilterExpression: { live: true } })
      expect(await ask()).toEqual(before)
    })
    it('are listed with all that they were made with', async () => {
      const documents = await bench.collection([])
      const since = new Date(1_700_000_000_000)
      await documents.createIndex({ a: 1 }, { name: 'sparse', sparse: true, unique: true })
      await documents.createIndex({ b: 1 }, { name: 'partial', partialFilterExpression: { at: { $gte: since }, n: 5 } })
      await documents.createIndex({ at: 1 }, { name: 'expiry', sparse: true, expireAfterSeconds: 60 })
      const listed = (await documents.listIndexes()).slice(1)
      // Servers differ on the order of what they list.
      const byKeys = listed.toSorted((one, other) => (JSON.stringify(one.keys) < JSON.stringify(other.keys) ? -1 : 1))
      expect(byKeys).toEqual([
        { name: 'sparse', keys: { a: 1 }, unique: true, sparse: true },
        { name: 'expiry', keys: { at: 1 }, unique: false, sparse: true, expireAfterSeconds: 60 },
        { name: 'partial', keys: { b: 1 }, unique: false, partialFilterExpression: { at: { $gte: since }, n: 5 } },
      ])
    })
    it('of one name differ in no option: what is there is not taken for another', async () => {
      const documents = await bench.collection([])
      const partialFilterExpression = { live: true }
      await documents.createIndex({ a: 1 }, { name: 'mine', partialFilterExpression })
      expect(await documents.createIndex({ a: 1 }, { name: 'mine', partialFilterExpression })).toBe('mine')
      for (const other of [{}, { sparse: true }, { partialFilterExpression: { live: false } }, { unique: true }]) {
        await expect(documents.createIndex({ a: 1 }, { name: 'mine', ...other })).rejects.toMatchObject({
          name: 'InvalidQueryError',
        })
      }
    })
    it('are refused with options that do not go together, or that the index on _id can not have', async () => {
      const documents = await bench.collection([])
      const partialFilterExpression = { live: true }
      const refused = [
        documents.createIndex({ a: 1 }, { sparse: true, partialFilterExpression }),
        documents.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 1 }),
        documents.createIndex({ _id: 1 }, { expireAfterSeconds: 1 }),
        documents.createIndex({ _id: 1 }, { sparse: true }),
        documents.createIndex({ _id: 1 }, { partialFilterExpression }),
      ]
      for (const each of refused) await expect(each).rejects.toMatchObject({ name: 'InvalidQueryError' })
      expect(await documents.createIndex({ _id: 1 }, { unique: true })).toBe('_id_')
    })
    it('with a collation hold it, or are refused by name', async () => {
      const documents = await bench.collection([{ a: 'x' }])
      const collation = { locale: 'en', strength: 2 }
      const made = await documents.createIndex({ a: 1 }, { unique: true, collation }).catch((error: unknown) => error)
      if (typeof made === 'string') {
        expect((await documents.listIndexes())[1]).toMatchObject({ collation })
        await expect(documents.insertOne({ a: 'X' })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
      } else {
        expect(made).toMatchObject({ name: 'UnsupportedByStoreError', message: expect.stringContaining('collation') })
        expect(await documents.listIndexes()).toHaveLength(1)
      }
    })
    it('free a value when its document changes or goes', async () => {
      const documents = await bench.collection([{ _id: 1, a: 1 }])
      await documents.createIndex({ a: 1 }, { unique: true })
      await documents.updateOne({ _id: 1 }, { $set: { a: 2 } })
      await documents.insertOne({ _id: 2, a: 1 })
      await documents.deleteOne({ _id: 1 })
      await documents.insertOne({ _id: 3, a: 2 })
    })
    it('do not change what is found, over arrays too', async () => {
      const values = [1, 5, [1, 9], [], null, 'x', { b: 1 }, [{ b: 5 }], [[5]], 5n]
      const documents = await bench.collection(values.map((a, _id) => ({ _id, a })))
      const filters = [
        { a: 5 },
        { a: { $gt: 2, $lt: 8 } },
        { a: { $in: [1, 'x'] } },
        { a: null },
        { a: [1, 9] },
        { 'a.b': { $gte: 1 } },
        { a: { $ne: 5 } },
      ]
      const ask = () => Promise.all(filters.map(filter => documents.find(filter, { sort: { _id: 1 } })))
      const before = await ask()
      await documents.createIndex({ a: 1 })
      await documents.createIndex({ 'a.b': 1, a: -1 })
      expect(await ask()).toEqual(before)
    })
    it('give the order of a sort', async () => {
      const documents = await bench.collection(times(200, _id => ({ _id, a: (_id * 37) % 200, g: _id % 2 })))
      await documents.createIndex({ g: 1, a: 1 })
      const found = await documents.find({ g: 1 }, { sort: { a: -1 }, limit: 3 })
      expect(found.map(({ a }) => a)).toEqual([199, 197, 195])
    })
    it('are chosen by a hint, by name or by keys', async () => {
      const documents = await bench.collection([
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
      ])
      await documents.createIndex({ a: 1 })
      expect(await documents.find({ a: 2 }, { hint: 'a_1' })).toEqual([{ _id: 2, a: 2 }])
      expect(await documents.find({ a: 2 }, { hint: { a: 1 } })).toEqual([{ _id: 2, a: 2 }])
    })
    it('that lack documents hide none of them when they are a hint', async () => {
      const documents = await bench.collection([{ _id: 1, a: 1 }, { _id: 2 }, { _id: 3, a: 5, b: 1 }])
      await documents.createIndex({ a: 1 }, { name: 'sparse', sparse: true })
      await documents.createIndex({ b: 1 }, { name: 'partial', partialFilterExpression: { a: 5 } })
      const hints: (string | Sort)[] = ['sparse', 'partial', { a: 1 }, { b: 1 }]
      for (const hint of hints) {
        const found = await documents.find({}, { hint, sort: { _id: 1 } })
        expect(found.map(({ _id }) => _id)).toEqual([1, 2, 3])
        expect(await documents.find({ _id: { $lt: 3 } }, { hint, limit: 5 })).toHaveLength(2)
        expect(await all(documents.scan({}, { hint }))).toHaveLength(3)
      }
    })
    it('that are not there can be no hint', async () => {
      const documents = await bench.collection([{ a: 1 }])
      await expect(documents.find({}, { hint: 'nope_1' })).rejects.toMatchObject({ name: 'InvalidQueryError' })
    })
    it('with an expiry are accepted and listed', async () => {
      const documents = await bench.collection()
      await documents.createIndex({ at: 1 }, { expireAfterSeconds: 60 })
      expect((await documents.listIndexes())[1]).toMatchObject({ name: 'at_1', expireAfterSeconds: 60 })
    })
  })
}
