import { describe, expect } from '@jest/globals'
import { Double, deserialize, Long, ObjectId } from 'bson'
import { all, promisesOf, type StoreHarness, times, useStore } from './harness.ts'

export function describeReads(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('reading', () => {
    const bench = useStore(harness)
    const numbered = (count: number) => bench.collection(times(count, _id => ({ _id, n: _id % 7 })))

    it('finds nothing in a collection that is not there', async () => {
      const nothing = bench.store().collection({ db: 'nowhere', collection: 'none' })
      expect([await nothing.find({}), await nothing.count({}), await nothing.listIndexes()]).toEqual([[], 0, []])
      expect(await nothing.findOne({})).toBeUndefined()
    })
    it('sorts, skips and limits', async () => {
      const found = await (await numbered(20)).find({ n: { $gte: 2 } }, { sort: { n: -1, _id: 1 }, skip: 1, limit: 3 })
      expect(found.map(({ _id }) => _id)).toEqual([13, 5, 12])
    })
    it('gives the kept fields of a projection, and _id unless it is left out', async () => {
      const documents = await bench.collection([{ _id: 1, a: { b: 1, c: 2 }, d: [{ e: 1, f: 2 }], g: 3 }])
      expect(await documents.findOne({}, { projection: { 'a.b': 1, 'd.f': 1 } })).toEqual({
        _id: 1,
        a: { b: 1 },
        d: [{ f: 2 }],
      })
      expect(await documents.findOne({}, { projection: { _id: 0, g: 1 } })).toEqual({ g: 3 })
    })
    it('gives the other fields of a projection that leaves some out', async () => {
      const documents = await bench.collection([{ _id: 1, a: { b: 1, c: 2 }, g: 3 }])
      expect(await documents.findOne({}, { projection: { 'a.b': 0, g: 0 } })).toEqual({ _id: 1, a: { c: 2 } })
    })
    it('gives each of many reads by id at once its own document, also by a number of another type', async () => {
      const documents = await bench.collection([
        { _id: 'a', n: 1 },
        { _id: 'A', n: 2 },
        { _id: 7, n: 3 },
        { _id: '7', n: 4 },
        { _id: Long.fromNumber(8), n: 5 },
        { _id: new Double(9), n: 6 },
        { _id: new ObjectId('0123456789abcdef01234567'), n: 7 },
      ])
      const asked = ['a', 'A', 7, '7', 8, 9, new ObjectId('0123456789abcdef01234567'), 'nobody', 10, 'a']
      const found = await Promise.all(asked.map(_id => documents.findOne({ _id })))
      expect(found.map(each => each?.n)).toEqual([1, 2, 3, 4, 5, 6, 7, undefined, undefined, 1])
      const picked = await Promise.all(asked.map(_id => documents.findOne({ _id }, { projection: { n: 1 } })))
      expect(picked.map(each => each?.n)).toEqual([1, 2, 3, 4, 5, 6, 7, undefined, undefined, 1])
      const bare = await Promise.all(asked.map(_id => documents.findOne({ _id }, { projection: { _id: 0, n: 1 } })))
      expect(bare.slice(0, 2)).toEqual([{ n: 1 }, { n: 2 }])
      expect(bare.map(each => each?.n)).toEqual([1, 2, 3, 4, 5, 6, 7, undefined, undefined, 1])
    })
    it('gives documents as BSON bytes', async () => {
      const documents = await numbered(3)
      const raw = await documents.findRaw({ _id: { $gt: 0 } }, { sort: { _id: 1 } })
      expect(raw.map(bytes => deserialize(bytes))).toEqual([
        { _id: 1, n: 1 },
        { _id: 2, n: 2 },
      ])
    })
    it('gives BSON bytes of a projection too', async () => {
      const [bytes] = await (await numbered(3)).findRaw({ _id: 2 }, { projection: { _id: 0, n: 1 } })
      expect(deserialize(bytes as Uint8Array)).toEqual({ n: 2 })
    })
    it('counts, up to a limit', async () => {
      const documents = await numbered(100)
      expect([await documents.count({ n: 3 }), await documents.count({ n: 3 }, { limit: 4 })]).toEqual([14, 4])
      expect([await documents.count({}), await documents.estimatedCount()]).toEqual([100, 100])
    })
    it('scans all documents once, in batches of the size asked for', async () => {
      const sizes: number[] = []
      const seen = new Set<unknown>()
      for await (const batch of (await numbered(1250)).scan({}, { batchSize: 500 })) {
        sizes.push(batch.length)
        for (const { _id } of batch) seen.add(_id)
      }
      expect([Math.max(...sizes), seen.size]).toEqual([500, 1250])
    })
    it('scans with a filter, a sort and a projection', async () => {
      const found = await all(
        (await numbered(100)).scan({ n: 1 }, { sort: { _id: -1 }, projection: { n: 1 }, batchSize: 4 }),
      )
      expect([found.length, found[0], found.at(-1)]).toEqual([15, { _id: 99, n: 1 }, { _id: 1, n: 1 }])
    })
    it('scans with a skip and a limit', async () => {
      const found = await all((await numbered(50)).scan({}, { sort: { _id: 1 }, skip: 3, limit: 5, batchSize: 2 }))
      expect(found.map(({ _id }) => _id)).toEqual([3, 4, 5, 6, 7])
    })
    it('closes a scan that is left early', async () => {
      const documents = await numbered(50)
      for await (const batch of documents.scan({}, { batchSize: 10 })) {
        expect(batch).toHaveLength(10)
        break
      }
      expect(await documents.deleteMany({})).toBe(50)
    })
    it('ends a query at its time limit, and answers others meanwhile', async () => {
      const documents = await bench.collection(times(20_000, _id => ({ _id, text: 'x'.repeat(100) })))
      const slow = documents.find({ $nor: times(300, index => ({ text: { $regex: `y${index}` } })) }, { maxTimeMs: 50 })
      const outcome = slow.then(
        () => 'done',
        (error: Error) => error.name,
      )
      expect(await documents.findOne({ _id: 7 }, { projection: { _id: 1 } })).toEqual({ _id: 7 })
      expect(await outcome).toBe('StoreTimeoutError')
      expect(await documents.count({ _id: { $lt: 5 } })).toBe(5)
    }, 30_000)
    it('reads what was just acknowledged, linearizable', async () => {
      const documents = await bench.collection()
      for (const _id of times(20, index => index)) {
        await documents.insertOne({ _id })
        expect(await documents.findOne({ _id }, { linearizable: true })).toEqual({ _id })
      }
    })
    it('says the time', async () => {
      expect(Math.abs((await bench.store().now()).getTime() - Date.now())).toBeLessThan(60_000)
    })
    it('lists no two databases whose names differ in the case of letters alone', async () => {
      const store = bench.store()
      await store.createCollection({ db: 'letters', collection: 'c' })
      const twin = store.createCollection({ db: 'Letters', collection: 'c' })
      await expect(twin).rejects.toMatchObject({ name: 'DatabaseNameTakenError' })
      expect(await store.createCollection({ db: 'letters', collection: 'C' })).toBe(true)
      expect((await store.listDatabases()).filter(name => /letters/i.test(name))).toEqual(['letters'])
    })
    it('makes, lists and drops collections', async () => {
      const store = bench.store()
      const made = { db: 'listed', collection: 'b' }
      expect([await store.createCollection(made), await store.createCollection(made)]).toEqual([true, false])
      await store.collection({ db: 'listed', collection: 'a' }).insertOne({})
      expect([await store.listCollections('listed'), (await store.listDatabases()).includes('listed')]).toEqual([
        ['a', 'b'],
        true,
      ])
      expect([await store.dropCollection(made), await store.dropCollection(made)]).toEqual([true, false])
      expect(await store.listCollections('listed')).toEqual(['a'])
    })
  })
}
