import { describe, expect, it } from '@jest/globals'
import { holdsPatch, holdsReplacement } from './holds-patch.ts'

const document = { _id: 'a', flights: 2, owner: { name: 'Ann', age: 3 }, at: { $date: 5 }, tags: ['x', 'y'] }

describe('a document holds a change', () => {
  it.each([
    [{ flights: 2 }],
    [{ 'owner.name': 'Ann' }],
    [{ owner: { age: 3, name: 'Ann' } }],
    [{ $set: { flights: 2, 'tags.1': 'y' } }],
    [{ at: new Date(5) }],
    [{}],
  ])('%j, where each of its fields has the value', changes => {
    expect(holdsPatch(document, changes)).toBe(true)
  })

  it.each([
    [{ flights: 3 }],
    [{ 'owner.name': 'Bob' }],
    [{ owner: { name: 'Ann' } }],
    [{ tags: ['x'] }],
    [{ missing: null }],
    [{ $inc: { flights: 1 } }],
    [{ $set: { flights: 2 }, $inc: { age: 1 } }],
  ])('not %j, where one has not, or nobody can tell', changes => {
    expect(holdsPatch(document, changes)).toBe(false)
  })
})

describe('a document is what a replacement would make of it', () => {
  const stored = { _id: 'a', _etag: { $oid: '6b03e00a89fb6746dd7a3ad2' }, at: { $date: 5 }, 'b.c': 1 }

  it.each([[{ at: new Date(5), 'b.c': 1 }], [{ _id: 'a', 'b.c': 1, at: { $date: 5 } }]])(
    '%j, where it has these fields and the ones of the store',
    replacement => {
      expect(holdsReplacement(stored, replacement)).toBe(true)
    },
  )

  it.each([[{}], [{ at: new Date(5) }], [{ at: new Date(5), 'b.c': 1, d: null }], [{ at: new Date(5), b: { c: 1 } }]])(
    'not %j, where it has more, or less, or others',
    replacement => {
      expect(holdsReplacement(stored, replacement)).toBe(false)
    },
  )
})
