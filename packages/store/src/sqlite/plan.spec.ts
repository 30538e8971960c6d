import { describe, expect, it } from '@jest/globals'
import { decodeExact, encode } from '../bson-codec.ts'
import { randomDocuments, randomFilters } from '../conformance/random-cases.ts'
import { compileFilter } from '../matching/filter.ts'
import { encodeKey } from '../matching/key-encoding.ts'
import { compoundKeys } from '../matching/sort.ts'
import type { Document } from '../port.ts'
import type { Index, StoredCollection } from './catalog.ts'
import { choosePlan, type Plan } from './plan.ts'

const exact = (document: Document): Document => decodeExact(encode(document))

function indexOver(paths: string[], documents: readonly Document[]): Index {
  const multikey = documents.some(document => compoundKeys(document, paths).multi)
  return { id: 1, name: 'i', paths, keys: Object.fromEntries(paths.map(path => [path, 1])), unique: false, multikey }
}

const collectionWith = (index: Index): StoredCollection => ({ id: 1, documents: 'd', entries: 'e', indexes: [index] })

function reaches(plan: Plan, index: Index, document: Document): boolean {
  if (plan.kind === 'all') return true
  const paths = plan.index === 0 ? ['_id'] : index.paths
  const keys = compoundKeys(document, paths).keys.map(encodeKey)
  return plan.ranges.some(({ from, to }) =>
    keys.some(key => Buffer.compare(from, key) <= 0 && Buffer.compare(key, to) < 0),
  )
}

describe('a plan', () => {
  const everything = randomDocuments(7, 150).map(exact)
  const isPlain = (document: Document) => !JSON.stringify(document).includes('[')

  for (const paths of [['a'], ['a.b'], ['b', 'a'], ['a.b', 'a.c'], ['c', 'b.a', 'a']]) {
    it(`looks at every document that matches, with an index on ${paths.join(', ')}`, () => {
      let used = 0
      for (const documents of [everything, everything.filter(isPlain)]) {
        const index = indexOver(paths, documents)
        for (const filter of randomFilters(8, 1500).map(exact)) {
          const plan = choosePlan(collectionWith(index), filter, {})
          used += plan.kind === 'keys' ? 1 : 0
          const missed = documents.filter(compileFilter(filter)).filter(document => !reaches(plan, index, document))
          expect({ filter, missed }).toEqual({ filter, missed: [] })
        }
      }
      expect(used).toBeGreaterThan(20)
    })
  }
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
