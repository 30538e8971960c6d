import { describe, expect, it } from '@jest/globals'
import { holdsPatch } from './holds-patch.ts'

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
