import { describe, expect, it } from '@jest/globals'
import { decodeExact, encode } from '../../bson-codec.ts'
import { randomDocuments, randomFilters } from '../../conformance/random-cases.ts'
import { compileFilter } from '../../matching/filter/filter.ts'
import { encodeKey } from '../../matching/values/key-encoding.ts'
import { compoundKeys, isAt } from '../../matching/values/sort.ts'
import type { Document } from '../../port.ts'
import type { Index, StoredCollection } from '../catalog.ts'
import { choosePlan, type ScanPlan } from './plan.ts'

const exact = (document: Document): Document => decodeExact(encode(document))

function indexOver(paths: string[], documents: readonly Document[]): Index {
  const multikey = documents.some(document => compoundKeys(document, paths).multi)
  return {
    id: 1,
    name: 'i',
    paths,
    keys: Object.fromEntries(paths.map(path => [path, 1])),
    unique: false,
    sparse: false,
    multikey,
  }
}

const collectionWith = (index: Index): StoredCollection => ({ id: 1, documents: 'd', entries: 'e', indexes: [index] })

function reaches(plan: ScanPlan, index: Index, document: Document): boolean {
  if (plan.kind === 'all') return true
  const paths = plan.index === 0 ? ['_id'] : index.paths
  if (plan.index !== 0 && index.sparse && !paths.some(path => isAt(document, path.split('.')))) return false
  const keys = compoundKeys(document, paths).keys.map(encodeKey)
  return plan.ranges.some(({ from, to }) =>
    keys.some(key => Buffer.compare(from, key) <= 0 && Buffer.compare(key, to) < 0),
  )
}

describe('a plan', () => {
  const everything = randomDocuments(7, 150).map(exact)
  const isPlain = (document: Document) => !JSON.stringify(document).includes('[')

  for (const paths of [['a'], ['a.b'], ['b', 'a'], ['a.b', 'a.c'], ['c', 'b.a', 'a']]) {
    it.each([false, true])(`looks at every document that matches, with an index on ${paths}, sparse: %p`, sparse => {
      let used = 0
      for (const documents of [everything, everything.filter(isPlain)]) {
        const index = { ...indexOver(paths, documents), sparse }
        for (const filter of randomFilters(8, sparse ? 200 : 1500).map(exact)) {
          const plan = choosePlan(collectionWith(index), filter, {})
          used += plan.kind === 'keys' ? 1 : 0
          const missed = documents.filter(compileFilter(filter)).filter(document => !reaches(plan, index, document))
          expect({ filter, missed }).toEqual({ filter, missed: [] })
        }
      }
      expect(used).toBeGreaterThan(sparse ? 0 : 20)
    })
  }
  it('takes no index that lacks documents, not for an order nor by a hint', () => {
    const sparse = { ...indexOver(['a'], []), sparse: true }
    const partial = { ...indexOver(['a'], []), partial: () => false }
    for (const index of [sparse, partial]) {
      for (const filter of [
        {},
        { a: null },
        { a: { $in: [1, null] } },
        { a: { $gte: null } },
        { a: { $exists: true } },
      ]) {
        for (const options of [{}, { sort: { a: 1 } as const }, { hint: 'i' }]) {
          const plan = choosePlan(collectionWith(index), filter, options)
          expect(plan.kind === 'keys' && plan.index).not.toBe(index.id)
        }
      }
    }
    expect(choosePlan(collectionWith(sparse), { a: 5 }, { hint: 'i' })).toMatchObject({ kind: 'keys', index: 1 })
    expect(choosePlan(collectionWith(sparse), { a: { $gt: 5 } }, {})).toMatchObject({ kind: 'keys', index: 1 })
  })
  it('takes a partial index where its own condition is asked for, and leaves nothing out', () => {
    const documents = everything.filter(isPlain)
    const texts = [...new Set(documents.map(({ a }) => a).filter(value => typeof value === 'string'))]
    let used = 0
    for (const text of texts) {
      const partialFilter = { a: text }
      const partial = compileFilter(partialFilter)
      const index = { ...indexOver(['b'], documents), partial, partialFilter }
      for (const filter of [
        ...randomFilters(9, 300).map(exact),
        ...randomFilters(10, 100).map(each => ({ $and: [each, partialFilter] })),
      ]) {
        const plan = choosePlan(collectionWith(index), filter, { sort: { b: 1 } })
        if (plan.kind !== 'keys' || plan.index !== index.id) continue
        used += 1
        const found = documents.filter(compileFilter(filter))
        const missed = found.filter(document => !partial(document) || !reaches(plan, index, document))
        expect({ filter, missed }).toEqual({ filter, missed: [] })
      }
    }
    expect(used).toBeGreaterThan(20)
    const failed = { ...indexOver(['b'], []), partial: () => false, partialFilter: { a: 'x', 'c.d': 'y' } }
    const takes = (filter: Document) => choosePlan(collectionWith(failed), { ...filter, b: 1 }, {}).kind === 'keys'
    expect([{ a: 'x' }, { a: 'x', 'c.d': { $in: ['y', 'z'] } }, { a: 'x', 'c.d': 'y' }].map(takes)).toEqual([
      false,
      false,
      true,
    ])
  })
  it('begins behind what is not greater, so that nobody reads through all that is equal', () => {
    const index = indexOver(['g', 'a', 'b'], [])
    const reached = (filter: Document) => {
      const plan = choosePlan(collectionWith(index), filter, { sort: { g: 1, a: 1, b: 1 } })
      return ['a', 'b', 'c'].filter(a => reaches(plan, index, { g: 'x', a, b: new Date() }))
    }
    expect(reached({ g: 'x', a: { $gt: 'b' } })).toEqual(['c'])
    expect(reached({ g: 'x', a: { $gte: 'b' } })).toEqual(['b', 'c'])
    expect(reached({ g: { $gt: 'x' } })).toEqual([])
    expect(reached({ g: 'x', $and: [{ a: { $gt: 'a' } }, { a: { $gte: 'b' } }] })).toEqual(['b', 'c'])
    expect(reached({ g: 'x', $and: [{ a: { $gte: 'b' } }, { a: { $gt: 'a' } }] })).toEqual(['b', 'c'])
  })
  it('takes the order from an index where it gives it', () => {
    const collection = collectionWith({ ...indexOver(['g', 'a'], []), multikey: false })
    expect(choosePlan(collection, { g: 1 }, { sort: { a: -1 } })).toMatchObject({
      kind: 'keys',
      isOrdered: true,
      descending: true,
    })
    expect(choosePlan(collection, {}, { sort: { _id: -1 } })).toMatchObject({ kind: 'keys', index: 0, isOrdered: true })
    expect(choosePlan(collection, { g: { $gt: 1 } }, { sort: { a: 1 } })).toMatchObject({ isOrdered: false })
  })
})
