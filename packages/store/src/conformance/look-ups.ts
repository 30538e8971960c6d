import { describe, expect } from '@jest/globals'
import { ObjectId } from 'bson'
import fc from 'fast-check'
import type { FindOptions } from '../port.ts'
import { promisesOf, type StoreHarness, useStore } from './harness.ts'

const objectIds = fc.uint8Array({ minLength: 12, maxLength: 12 }).map(bytes => new ObjectId(bytes))
const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(0, -0, 2 ** 53, -(2 ** 53)))
const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\0', 'a\0', 'a', '1'))
const ids = fc.oneof(texts, numbers, objectIds)

const PROJECTIONS: readonly FindOptions['projection'][] = [
  { name: 1 },
  { _id: 0, count: 1, missing: 1 },
  { 'count.most': 1 },
  { unseen: 0 },
]

/** A single document by its `_id`, for which an adapter may have a shorter way. */
export function describeLookUps(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('a look-up by _id', () => {
    const bench = useStore(harness)

    it('finds what the same condition finds in other words', async () => {
      const documents = await bench.collection()
      const some = fc.array(ids, { minLength: 1, maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(some, some, async (stored, others) => {
          const rows = stored.map(_id => ({ _id, name: 'n', count: { most: 3 }, unseen: true }))
          await documents.insertMany(rows, { ordered: false })
          for (const _id of [...stored, ...others]) {
            const found = await documents.find({ _id })
            const inOtherWords = { $and: [{ _id: { $eq: _id } }] }
            expect(found).toEqual(await documents.find(inOtherWords))
            if (stored.includes(_id)) expect(found).toHaveLength(1)
            for (const projection of PROJECTIONS)
              expect(await documents.findRaw({ _id: { $eq: _id } }, { projection, limit: 1 })).toEqual(
                await documents.findRaw(inOtherWords, { projection, limit: 1 }),
              )
          }
          await documents.deleteMany({})
        }),
        { numRuns: 40 },
      )
    })
    it('sees each write that is acknowledged', async () => {
      const documents = await bench.collection()
      for (let n = 1; n <= 30; n += 1) {
        const _id = `d${n}`
        await documents.insertOne({ _id, n: 0 })
        expect(await documents.findOne({ _id })).toEqual({ _id, n: 0 })
        await documents.updateOne({ _id }, { $set: { n } })
        expect(await documents.findOne({ _id })).toEqual({ _id, n })
        await documents.deleteOne({ _id })
        expect(await documents.findOne({ _id })).toBeUndefined()
      }
    })
    it('sees nothing of a transaction before its end, and inside of it what was written there', async () => {
      const place = { db: 'conformance', collection: 'seen-inside' }
      const documents = bench.store().collection(place)
      await documents.insertOne({ _id: 'a', n: 1 })
      await bench.store().transaction(async within => {
        const inside = within.collection(place)
        await inside.updateOne({ _id: 'a' }, { $set: { n: 2 } })
        expect((await inside.findOne({ _id: 'a' }))?.n).toBe(2)
        expect((await documents.findOne({ _id: 'a' }))?.n).toBe(1)
      })
      expect((await documents.findOne({ _id: 'a' }))?.n).toBe(2)
    })
    it('finds nothing in a collection that is not there, nor what was in one that was dropped and made again', async () => {
      const place = { db: 'conformance', collection: 'made-again' }
      const documents = bench.store().collection(place)
      expect(await documents.findOne({ _id: 'a' })).toBeUndefined()
      await documents.insertMany([
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ])
      expect((await documents.findOne({ _id: 'a' }))?.n).toBe(1)
      await bench.store().dropCollection(place)
      expect(await documents.findOne({ _id: 'a' })).toBeUndefined()
      await documents.insertOne({ _id: 'a', n: 2 })
      expect((await documents.findOne({ _id: 'a' }))?.n).toBe(2)
      expect(await documents.findOne({ _id: 'b' })).toBeUndefined()
    })
  })
}
