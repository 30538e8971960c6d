import { describe, expect } from '@jest/globals'
import type { Document } from '../port.ts'
import { promisesOf, type StoreHarness, times, useStore } from './harness.ts'

const WRITERS = 50

export function describeConcurrency(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('at the same time', () => {
    const bench = useStore(harness)
    const named = (error: Error) => error.name

    it('lets one of 50 writers have a unique value', async () => {
      const documents = await bench.collection()
      await documents.createIndex({ name: 1 }, { unique: true })
      const results = await Promise.all(
        times(WRITERS, index => documents.insertOne({ name: 'x', index }).then(() => 'inserted', named)),
      )
      expect(results.filter(result => result === 'inserted')).toHaveLength(1)
      expect(new Set(results)).toEqual(new Set(['inserted', 'DuplicateKeyError']))
    })
    it('loses no increment of 50 writers', async () => {
      const documents = await bench.collection([{ _id: 1, n: 0 }])
      await Promise.all(times(WRITERS * 4, () => documents.updateOne({ _id: 1 }, { $inc: { n: 1 } })))
      expect(await documents.findOne({})).toEqual({ _id: 1, n: WRITERS * 4 })
    })
    it('gives no document to two that find and modify', async () => {
      const documents = await bench.collection(times(WRITERS, _id => ({ _id, state: 'free' })))
      const take = () => documents.findOneAndUpdate({ state: 'free' }, { $set: { state: 'taken' } })
      const taken = await Promise.all(times(WRITERS + 5, take))
      expect(new Set(taken.flatMap(document => document?._id ?? [])).size).toBe(WRITERS)
      expect(taken.filter(document => document === undefined)).toHaveLength(5)
    })
    it('tells inserts at once apart: those that are refused are told why, and the others are made', async () => {
      const documents = await bench.collection([{ _id: 'there', n: 1 }])
      await documents.createIndex({ n: 1 }, { unique: true })
      const given: Document[] = [
        { _id: 'a', n: 2 },
        { _id: 'there' },
        { _id: 'b', n: 1 },
        { _id: [1] },
        { _id: 'c', n: 3 },
      ]
      const large = { _id: 'large', text: 'x'.repeat(20_000) }
      const ends = await Promise.allSettled([...given, large].map(document => documents.insertOne(document)))
      expect(ends.map(end => (end.status === 'fulfilled' ? end.value : end.reason.name))).toEqual([
        'a',
        'DuplicateKeyError',
        'DuplicateKeyError',
        'InvalidQueryError',
        'c',
        'large',
      ])
      const stored = await documents.find({}, { sort: { _id: 1 } })
      expect(stored.map(({ _id }) => _id)).toEqual(['a', 'c', 'large', 'there'])
    })

    it('makes all of many inserts at once, small and large', async () => {
      const documents = await bench.collection([])
      const text = 'x'.repeat(10_000)
      const ids = Array.from({ length: 300 }, (_, at) => at)
      const made = ids.map(_id => documents.insertOne({ _id, ...(_id % 2 === 0 && { text }) }))
      expect(await Promise.all(made)).toEqual(ids)
      expect(await documents.count({})).toBe(ids.length)
    })

    it('leaves the other writes alone when one fails', async () => {
      const documents = await bench.collection([{ _id: 7 }])
      const results = await Promise.all(
        times(WRITERS, _id =>
          documents.insertOne({ _id }).then(
            () => true,
            () => false,
          ),
        ),
      )
      expect([results.filter(Boolean).length, await documents.count({})]).toEqual([WRITERS - 1, WRITERS])
    })
  })

  describe('beside a pipeline that can not end in its time', () => {
    const bench = useStore(harness)

    it('finds and writes, one after the other, before the pipeline ends', async () => {
      const list = times(1000, index => index)
      const heavy = await bench.collection(times(200, _id => ({ _id, list })))
      const light = bench.store().collection({ db: 'beside', collection: 'light' })
      await light.deleteMany({})
      const conditions = list.map(index => ({ $in: [`none ${index}`, '$list'] }))
      const order: string[] = []
      const pipeline = heavy.aggregate([{ $project: { any: { $or: conditions } } }], { maxTimeMs: 2000 }).then(
        () => order.push('answered'),
        ({ name }: Error) => order.push(name),
      )
      for (let n = 0; n < 20; n += 1) {
        await light.insertOne({ _id: n })
        await light.findOne({ _id: n })
        await heavy.findOne({ _id: n }, { projection: { _id: 1 } })
      }
      order.push('found and written')
      await pipeline
      expect(order).toEqual(['found and written', 'StoreTimeoutError'])
      expect(await light.count({})).toBe(20)
    })
  })

  describe('in a transaction', () => {
    const bench = useStore(harness)
    const first = { db: 'transactions', collection: 'first' }
    const second = { db: 'transactions', collection: 'second' }
    const empty = async () => {
      await bench.store().createCollection(first)
      await bench.store().createCollection(second)
      await Promise.all([first, second].map(namespace => bench.store().collection(namespace).deleteMany({})))
    }

    it('writes to several collections together', async () => {
      await empty()
      const result = await bench.store().transaction(async transaction => {
        await transaction.collection(first).insertOne({ _id: 1 })
        await transaction.collection(second).insertOne({ _id: 2 })
        return 'done'
      })
      const counts = await Promise.all([first, second].map(namespace => bench.store().collection(namespace).count({})))
      expect([result, counts]).toEqual(['done', [1, 1]])
    })
    it('leaves nothing when the work throws, and throws the same', async () => {
      await empty()
      const reason = new RangeError('no')
      const work = bench.store().transaction(async transaction => {
        await transaction.collection(first).insertOne({ _id: 1 })
        await transaction.collection(second).insertOne({ _id: 2 })
        throw reason
      })
      await expect(work).rejects.toBe(reason)
      expect([
        await bench.store().collection(first).count({}),
        await bench.store().collection(second).count({}),
      ]).toEqual([0, 0])
    })
    it('shows its own writes inside, and not outside before the commit', async () => {
      await empty()
      const seen = await bench.store().transaction(async transaction => {
        await transaction.collection(first).insertOne({ _id: 1 })
        return [await transaction.collection(first).count({}), await bench.store().collection(first).count({})]
      })
      expect([seen, await bench.store().collection(first).count({})]).toEqual([[1, 0], 1])
    })
    it('serialises those that read and write the same document', async () => {
      await empty()
      await bench.store().collection(first).insertOne({ _id: 'counter', n: 0 })
      const raise = () =>
        bench.store().transaction(async transaction => {
          const counters = transaction.collection(first)
          const n = Number((await counters.findOne({ _id: 'counter' }))?.n)
          await counters.updateOne({ _id: 'counter' }, { $set: { n: n + 1 } })
        })
      await Promise.all(times(20, raise))
      expect(await bench.store().collection(first).findOne({})).toEqual({ _id: 'counter', n: 20 })
    })
    it('does not hold up reads outside of it', async () => {
      await empty()
      await bench.store().transaction(async transaction => {
        await transaction.collection(first).insertOne({ _id: 1 })
        expect(await bench.store().collection(second).find({})).toEqual([])
      })
    })
  })
}
