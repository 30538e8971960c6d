import { describe, expect } from '@jest/globals'
import type { Document } from '../port.ts'
import { promisesOf, type StoreHarness, useStore } from './harness.ts'

/** Never allowed, on any store. */
const FORBIDDEN: readonly (readonly [name: string, filter: Document])[] = [
  ['$where', { $where: 'true' }],
  ['$where', { $and: [{ $or: [{ $where: 'true' }] }] }],
  ['$function', { $expr: { $function: { body: 'x', args: [], lang: 'js' } } }],
  ['$function', { a: { $elemMatch: { $nor: [{ $expr: { $eq: [1, { $function: {} }] } }] } } }],
]
const FORBIDDEN_STAGES: readonly (readonly [name: string, stage: Document])[] = [
  ['$out', { $out: 'x' }],
  ['$merge', { $merge: { into: 'x' } }],
  ['$accumulator', { $group: { _id: null, a: { $accumulator: {} } } }],
  ['$out', { $facet: { a: [{ $out: 'x' }] } }],
  ['$merge', { $unionWith: { coll: 'a', pipeline: [{ $merge: 'x' }] } }],
  ['$where', { $lookup: { from: 'a', pipeline: [{ $match: { $where: '1' } }], as: 'x' } }],
  ['let', { $lookup: { from: 'a', let: { x: '$y' }, pipeline: [], as: 'x' } }],
  ['$function', { $project: { a: { b: { $cond: [true, { $function: {} }, 1] } } } }],
]
const MALFORMED: readonly (readonly [sentence: string, filter: Document])[] = [
  ['$in without an array', { a: { $in: 1 } }],
  ['$and of nothing', { $and: [] }],
  ['$or of a text', { $or: ['x'] }],
  ['$size of a text', { a: { $size: 'x' } }],
  ['$size below 0', { a: { $size: -1 } }],
  ['$mod by 0', { a: { $mod: [0, 1] } }],
  ['$type of an unknown name', { a: { $type: 'nope' } }],
  ['$elemMatch of a number', { a: { $elemMatch: 1 } }],
  ['$not of a number', { a: { $not: 1 } }],
  ['$regex that can not be read', { a: { $regex: '(' } }],
  ['an operator beside a field', { a: { $gt: 1, b: 2 } }],
]

const MALFORMED_STAGES: readonly (readonly [sentence: string, stage: Document])[] = [
  ['$facet of nothing', { $facet: {} }],
  ['$facet in $facet', { $facet: { a: [{ $facet: { b: [] } }] } }],
  ['$lookup without a collection', { $lookup: { localField: 'a', foreignField: 'b', as: 'x' } }],
  ['$lookup with half of an equality', { $lookup: { from: 'a', localField: 'a', pipeline: [], as: 'x' } }],
  ['$unionWith of a number', { $unionWith: 1 }],
  ['a pipeline that is no list', { $unionWith: { coll: 'a', pipeline: { $match: {} } } }],
  ['$replaceRoot without a root', { $replaceRoot: {} }],
  ['a new root that is no document', { $replaceWith: '$a' }],
]

export function describeRefusals(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('refusals', () => {
    const bench = useStore(harness)

    for (const [index, [name, filter]] of FORBIDDEN.entries()) {
      it(`name ${name} in a filter, form ${index + 1}`, async () => {
        const documents = await bench.collection([{ a: [1] }])
        const refusal = { name: 'UnsupportedByStoreError', message: expect.stringContaining(name) }
        await expect(documents.find(filter)).rejects.toMatchObject(refusal)
        await expect(documents.deleteMany(filter)).rejects.toMatchObject(refusal)
      })
    }
    for (const [index, [name, stage]] of FORBIDDEN_STAGES.entries()) {
      it(`name ${name} in a pipeline, form ${index + 1}`, async () => {
        const documents = await bench.collection([{ a: 1 }])
        const refusal = { name: 'UnsupportedByStoreError', message: expect.stringContaining(name) }
        await expect(documents.aggregate([stage])).rejects.toMatchObject(refusal)
      })
    }
    for (const [sentence, filter] of MALFORMED) {
      it(`call ${sentence} malformed`, async () => {
        const documents = await bench.collection([{ a: 1 }])
        await expect(documents.find(filter)).rejects.toMatchObject({ name: 'InvalidQueryError' })
      })
    }
    for (const [sentence, stage] of MALFORMED_STAGES) {
      it(`call ${sentence} malformed`, async () => {
        const documents = await bench.collection([{ a: 1 }])
        await expect(documents.aggregate([stage])).rejects.toMatchObject({ name: 'InvalidQueryError' })
      })
    }
    it('come before anything is looked for, also in an unknown collection', async () => {
      const nothing = bench.store().collection({ db: 'nowhere', collection: 'none' })
      await expect(nothing.find({ $where: '1' })).rejects.toMatchObject({ name: 'UnsupportedByStoreError' })
      await expect(nothing.updateOne({}, { $nope: { a: 1 } })).rejects.toBeInstanceOf(Error)
    })
    it('call a projection that mixes 0 and 1 malformed', async () => {
      const documents = await bench.collection([{ a: 1 }])
      await expect(documents.find({}, { projection: { a: 1, b: 0 } })).rejects.toMatchObject({
        name: 'InvalidQueryError',
      })
    })
    it('call a document above 16 MB too large', async () => {
      const documents = await bench.collection()
      await expect(documents.insertOne({ text: 'x'.repeat(17_000_000) })).rejects.toMatchObject({
        name: 'InvalidQueryError',
      })
    })
    it('call a document malformed that an update nests too deep to be read again', async () => {
      const documents = await bench.collection([{ _id: 1, x: 1 }])
      const path = (name: string) => Array.from({ length: 90 }, () => name).join('.')
      await documents.updateOne({ _id: 1 }, { $rename: { x: path('a') } })
      await documents.updateOne({ _id: 1 }, { $rename: { a: path('b') } })
      const deeper = documents.updateOne({ _id: 1 }, { $rename: { b: path('c') } })
      await expect(deeper).rejects.toMatchObject({ name: 'InvalidQueryError' })
      expect(await documents.findOne({ _id: 1 })).toHaveProperty('b')
    })
    it('tell a closed store from a working one', async () => {
      const store = await harness.open()
      await store.close()
      const documents = store.collection({ db: 'closed', collection: 'c' })
      await expect(documents.find({})).rejects.toMatchObject({ name: 'StoreUnavailableError' })
      await expect(documents.insertOne({})).rejects.toMatchObject({ name: 'StoreUnavailableError' })
    })
  })
}
