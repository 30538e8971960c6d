import { describe, expect } from '@jest/globals'
import { ObjectId, Timestamp } from 'bson'
import { promisesOf, type StoreHarness, useStore } from '../harness.ts'

export function describeWrites(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('writing', () => {
    const bench = useStore(harness)

    it('gives a document without an _id an ObjectId, in front', async () => {
      const documents = await bench.collection()
      const id = await documents.insertOne({ a: 1 })
      expect(id).toBeInstanceOf(ObjectId)
      expect(Object.keys((await documents.findOne({})) ?? {})).toEqual(['_id', 'a'])
    })
    it('keeps null as an _id', async () => {
      const documents = await bench.collection()
      expect(await documents.insertOne({ _id: null, a: 1 })).toBeNull()
      expect(await documents.findOne({ _id: null })).toEqual({ _id: null, a: 1 })
      expect(await documents.deleteOne({ _id: null })).toBe(1)
      await documents.insertMany([{ _id: null, a: 2 }])
      expect(await documents.find({})).toEqual([{ _id: null, a: 2 }])
    })
    it('refuses an _id that is taken', async () => {
      const documents = await bench.collection([{ _id: 1 }])
      await expect(documents.insertOne({ _id: 1 })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
    })
    it('refuses an _id that equals a taken one in another number type', async () => {
      const documents = await bench.collection([{ _id: 1 }])
      await expect(documents.insertOne({ _id: 1n })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
    })
    it('refuses an array as an _id', async () => {
      const documents = await bench.collection()
      await expect(documents.insertOne({ _id: [1] })).rejects.toMatchObject({ name: 'InvalidQueryError' })
    })
    it('stops an ordered insert at the first error', async () => {
      const documents = await bench.collection()
      const { inserted, errors } = await documents.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }])
      expect([inserted, errors.map(({ index, code }) => [index, code]), await documents.count({})]).toEqual([
        1,
        [[1, 'duplicate-key']],
        1,
      ])
    })
    it('carries out the rest of an insert that is not ordered', async () => {
      const documents = await bench.collection()
      const { inserted, errors } = await documents.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }], { ordered: false })
      expect([inserted, errors.map(({ index }) => index)]).toEqual([2, [1]])
    })
    it('counts what an update matched and what it modified', async () => {
      const documents = await bench.collection([
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
      ])
      expect(await documents.updateMany({}, { $set: { a: 1 } })).toEqual({ matched: 2, modified: 1 })
      expect(await documents.updateOne({ _id: 9 }, { $set: { a: 1 } })).toEqual({ matched: 0, modified: 0 })
    })
    it('upserts with the equalities of the filter and $setOnInsert', async () => {
      const documents = await bench.collection()
      const update = { $set: { c: 3 }, $setOnInsert: { d: 4 } }
      const result = await documents.updateOne({ _id: 'x', 'a.b': 1, n: { $gt: 5 }, e: { $eq: 2 } }, update, {
        upsert: true,
      })
      expect(result).toEqual({ matched: 0, modified: 0, upsertedId: 'x' })
      expect(await documents.findOne({})).toEqual({ _id: 'x', a: { b: 1 }, e: 2, c: 3, d: 4 })
    })
    it('upserts no second document', async () => {
      const documents = await bench.collection([{ _id: 'x', a: 1 }])
      expect(await documents.updateOne({ _id: 'x' }, { $set: { a: 2 } }, { upsert: true })).toEqual({
        matched: 1,
        modified: 1,
      })
    })
    it('replaces a document but for its _id', async () => {
      const documents = await bench.collection([{ _id: 1, a: 1 }])
      expect(await documents.replaceOne({ a: 1 }, { b: 2 })).toEqual({ matched: 1, modified: 1 })
      expect(await documents.findOne({})).toEqual({ _id: 1, b: 2 })
      await expect(documents.replaceOne({ _id: 1 }, { _id: 2 })).rejects.toMatchObject({ name: 'InvalidQueryError' })
    })
    it('replaces or makes a document', async () => {
      const documents = await bench.collection()
      expect(await documents.replaceOne({ _id: 5 }, { b: 2 }, { upsert: true })).toEqual({
        matched: 0,
        modified: 0,
        upsertedId: 5,
      })
      expect(await documents.findOne({})).toEqual({ _id: 5, b: 2 })
    })
    it('deletes one or many', async () => {
      const documents = await bench.collection([{ a: 1 }, { a: 1 }, { a: 1 }, { a: 2 }])
      expect([
        await documents.deleteOne({ a: 1 }),
        await documents.deleteMany({ a: 1 }),
        await documents.deleteMany({ a: 1 }),
      ]).toEqual([1, 2, 0])
      expect(await documents.count({})).toBe(1)
    })
    it('finds and updates: before, after, sorted, projected', async () => {
      const documents = await bench.collection([
        { _id: 1, n: 5 },
        { _id: 2, n: 9 },
      ])
      const update = { $inc: { n: 1 } }
      expect(await documents.findOneAndUpdate({}, update, { sort: { n: -1 } })).toEqual({ _id: 2, n: 9 })
      const options = { sort: { n: -1 }, returnDocument: 'after', projection: { _id: 0, n: 1 } } as const
      expect(await documents.findOneAndUpdate({}, update, options)).toEqual({ n: 11 })
      expect(await documents.findOneAndUpdate({ _id: 3 }, update)).toBeUndefined()
    })
    it('finds and upserts: nothing before, the new document after', async () => {
      const documents = await bench.collection()
      expect(await documents.findOneAndUpdate({ _id: 1 }, { $set: { a: 1 } }, { upsert: true })).toBeUndefined()
      const after = { upsert: true, returnDocument: 'after' } as const
      expect(await documents.findOneAndReplace({ _id: 2 }, { a: 2 }, after)).toEqual({ _id: 2, a: 2 })
    })
    it('finds and replaces, finds and deletes', async () => {
      const documents = await bench.collection([
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
      ])
      expect(await documents.findOneAndReplace({ _id: 1 }, { a: 9 })).toEqual({ _id: 1, a: 1 })
      expect(await documents.findOneAndDelete({}, { sort: { a: -1 }, projection: { a: 1 } })).toEqual({ _id: 1, a: 9 })
      expect(await documents.findOneAndDelete({ _id: 1 })).toBeUndefined()
    })
    it('gives values of the classes that they were given as, whichever way they are found', async () => {
      const made = new ObjectId()
      const documents = await bench.collection([{ _id: made, at: new Timestamp({ t: 1, i: 1 }) }])
      const found = [
        await documents.findOneAndUpdate({ _id: made }, { $set: { a: 1 } }),
        await documents.findOneAndReplace({ _id: made }, { at: new Timestamp({ t: 2, i: 1 }) }),
        await documents.findOneAndDelete({ _id: made }),
      ]
      expect(found.map(document => document?._id instanceof ObjectId && document.at instanceof Timestamp)).toEqual([
        true,
        true,
        true,
      ])
      const { upsertedId } = await documents.updateOne({ a: 1 }, { $set: { b: 1 } }, { upsert: true })
      expect(upsertedId).toBeInstanceOf(ObjectId)
    })
    it('carries out mixed operations and counts them', async () => {
      const documents = await bench.collection([
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
        { _id: 3, a: 3 },
      ])
      const result = await documents.bulkWrite([
        { insertOne: { document: { _id: 4 } } },
        { updateOne: { filter: { _id: 1 }, update: { $set: { a: 5 } } } },
        { updateMany: { filter: {}, update: { $set: { z: 1 } } } },
        { replaceOne: { filter: { _id: 9 }, replacement: { b: 1 }, upsert: true } },
        { deleteOne: { filter: { _id: 2 } } },
        { deleteMany: { filter: { a: { $gte: 5 } } } },
      ])
      expect(result).toEqual({ inserted: 1, matched: 5, modified: 5, deleted: 2, upserted: 1, errors: [] })
    })
    it('names each failed operation of a bulk write by its index', async () => {
      const documents = await bench.collection([{ _id: 1, a: 'x' }])
      const operations = [
        { insertOne: { document: { _id: 1 } } },
        { updateOne: { filter: { _id: 1 }, update: { $inc: { a: 1 } } } },
        { insertOne: { document: { _id: 2 } } },
      ]
      const { inserted, errors } = await documents.bulkWrite(operations, { ordered: false })
      expect([inserted, errors.map(({ index, code }) => [index, code])]).toEqual([
        1,
        [
          [0, 'duplicate-key'],
          [1, 'invalid'],
        ],
      ])
      expect((await documents.bulkWrite(operations)).inserted).toBe(0)
    })
  })
}
