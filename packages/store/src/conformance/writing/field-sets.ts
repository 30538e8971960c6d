import { describe, expect } from '@jest/globals'
import { Binary, Decimal128, Int32, Long, ObjectId } from 'bson'
import type { Document } from '../../port.ts'
import { promisesOf, type StoreHarness, times, useStore } from '../harness.ts'

const WIDE = 3 * 1024 * 1024

export function describeFieldSets(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('setting fields of each of some documents', () => {
    const bench = useStore(harness)

    it('gives each document its own fields, and leaves it its others', async () => {
      const documents = await bench.collection(times(3, index => ({ _id: `d${index}`, a: 0, b: { c: index }, z: 9 })))
      const sets = new Map<string, Document>([
        ['d2', { a: 2, new: 'two' }],
        ['d0', { b: { d: 1 } }],
      ])
      expect(await documents.setEach({}, sets)).toEqual({ matched: 2, modified: 2 })
      expect(await documents.find({}, { sort: { _id: 1 } })).toEqual([
        { _id: 'd0', a: 0, b: { d: 1 }, z: 9 },
        { _id: 'd1', a: 0, b: { c: 1 }, z: 9 },
        { _id: 'd2', a: 2, b: { c: 2 }, z: 9, new: 'two' },
      ])
    })
    it('leaves out what does not fit the filter, and makes no document', async () => {
      const documents = await bench.collection([
        { _id: 'a', status: 'pending' },
        { _id: 'b', status: 'success', by: 'other' },
      ])
      const sets = new Map(['a', 'b', 'c'].map(id => [id, { status: 'failed', by: id }]))
      expect(await documents.setEach({ status: 'pending' }, sets)).toEqual({ matched: 1, modified: 1 })
      expect(await documents.find({}, { sort: { _id: 1 } })).toEqual([
        { _id: 'a', status: 'failed', by: 'a' },
        { _id: 'b', status: 'success', by: 'other' },
      ])
    })
    it('counts as matched what had these fields already', async () => {
      const documents = await bench.collection([
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ])
      const sets = new Map(['a', 'b'].map(id => [id, { n: 1 }]))
      expect(await documents.setEach({}, sets)).toEqual({ matched: 2, modified: 0 })
    })
    it('sets one document alone, and none', async () => {
      const documents = await bench.collection([{ _id: 'a' }])
      expect(await documents.setEach({ _id: 'a', n: null }, new Map([['a', { n: 1 }]])).catch(named)).toBe(
        'InvalidQueryError',
      )
      expect(await documents.setEach({ n: null }, new Map([['a', { n: 1 }]]))).toEqual({ matched: 1, modified: 1 })
      expect(await documents.setEach({}, new Map())).toEqual({ matched: 0, modified: 0 })
      expect(await documents.findOne({})).toEqual({ _id: 'a', n: 1 })
    })
    it('keeps texts that look like variables or operators, whatever the _ids are called', async () => {
      const ids = ['$_id', '$$ROOT', 'a.b', '', '0', 'é/\u{1f600}']
      const documents = await bench.collection(ids.map(_id => ({ _id })))
      const fields = (id: string) => ({
        text: `$${id}`,
        list: [{ $literal: id }, null],
        inner: { $gt: '$$NOW', 'a.b': 1 },
      })
      const sets = new Map(ids.map(id => [id, fields(id)]))
      expect(await documents.setEach({}, sets)).toEqual({ matched: ids.length, modified: ids.length })
      for (const id of ids) expect(await documents.findOne({ _id: id })).toEqual({ _id: id, ...fields(id) })
    })
    it('keeps the type of every value', async () => {
      const documents = await bench.collection([{ _id: 'a' }, { _id: 'b' }])
      const fields = {
        int: new Int32(1),
        long: Long.fromNumber(2),
        decimal: Decimal128.fromString('3.10'),
        double: 4.5,
        date: new Date(5),
        id: new ObjectId(),
        bytes: new Binary(new Uint8Array([6])),
        nothing: null,
        empty: {},
      }
      await documents.setEach({}, new Map(['a', 'b'].map(id => [id, fields])))
      await documents.updateOne({ _id: 'b' }, { $set: fields })
      const [one, other] = await documents.findRaw({}, { projection: { _id: 0 } })
      expect(Buffer.from(one ?? []).equals(Buffer.from(other ?? []))).toBe(true)
      expect((await documents.find({ long: 2n, double: 4.5, date: new Date(5) })).length).toBe(2)
    })
    it('keeps indexes in step', async () => {
      const documents = await bench.collection(times(20, index => ({ _id: `d${index}`, n: index })))
      await documents.createIndex({ n: 1 })
      await documents.setEach({}, new Map(times(20, index => [`d${index}`, { n: 100 + index }])))
      expect(await documents.count({ n: { $lt: 100 } })).toBe(0)
      expect((await documents.find({ n: 107 })).map(({ _id }) => _id)).toEqual(['d7'])
    })
    it('writes more than one document may hold', async () => {
      const documents = await bench.collection(times(8, index => ({ _id: `d${index}` })))
      const sets = new Map(times(8, index => [`d${index}`, { text: String(index).repeat(WIDE) }]))
      expect(await documents.setEach({}, sets)).toEqual({ matched: 8, modified: 8 })
      expect(await documents.findOne({ _id: 'd7' })).toEqual({ _id: 'd7', text: '7'.repeat(WIDE) })
    })
    it('refuses a value that another document has alone', async () => {
      const documents = await bench.collection(['a', 'b', 'c'].map(id => ({ _id: id, n: id })))
      await documents.createIndex({ n: 1 }, { unique: true })
      const sets = new Map(['a', 'b'].map(id => [id, { n: 'c' }]))
      expect(await documents.setEach({}, sets).catch(named)).toBe('DuplicateKeyError')
      expect(await documents.setEach({}, new Map([['a', { n: 'c' }]])).catch(named)).toBe('DuplicateKeyError')
    })
    for (const [what, fields] of [
      ['a path', { 'a.b': 1 }],
      ['an operator', { $inc: 1 }],
      ['another _id', { _id: 'c' }],
      ['no name', { '': 1 }],
      ['nothing at all', {}],
    ] as const) {
      it(`refuses ${what} in the place of fields, and sets nothing`, async () => {
        const documents = await bench.collection([{ _id: 'a' }, { _id: 'b' }])
        const sets = new Map<string, Document>([
          ['a', { n: 1 }],
          ['b', fields],
        ])
        expect(await documents.setEach({}, sets).catch(named)).toBe('InvalidQueryError')
        expect(await documents.find({}, { sort: { _id: 1 } })).toEqual([{ _id: 'a' }, { _id: 'b' }])
      })
    }
    it('is part of a transaction', async () => {
      const namespace = { db: 'conformance', collection: 'sets-of-a-transaction' }
      const documents = bench.store().collection(namespace)
      await documents.insertMany([{ _id: 'a' }, { _id: 'b' }])
      const sets = new Map(['a', 'b'].map(id => [id, { n: 1 }]))
      const work = bench.store().transaction(async transaction => {
        await transaction.collection(namespace).setEach({}, sets)
        throw new RangeError('no')
      })
      await expect(work).rejects.toThrow('no')
      expect(await documents.count({ n: 1 })).toBe(0)
    })
  })
}

const named = (error: unknown): string => (error instanceof Error ? error.name : String(error))
