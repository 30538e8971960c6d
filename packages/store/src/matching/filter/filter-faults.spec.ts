import { describe, expect, it } from '@jest/globals'
import type { Document } from '../../port.ts'
import { findFilterFaults } from './filter-faults.ts'

const pathsOf = (filter: Document) => findFilterFaults(filter, 'find').map(({ path }) => path)

describe('the faults of a filter that is to be kept', () => {
  it.each<[string, Document]>([
    ['find.a.$near', { a: { $gt: 1, $near: [1, 2] } }],
    ['find.a.$in', { a: { $in: 5 } }],
    ['find.a.$not', { a: { $not: { $size: 'x' } } }],
    ['find.a.$elemMatch', { a: { $elemMatch: { b: { $in: 5 } } } }],
    ['find.a.$regex', { a: { $regex: '(', $options: 'i' } }],
    ['find.a.$regex', { a: { $regex: 'x', $options: 'q' } }],
    ['find.$or.1.$and.0.b.$type', { $or: [{ a: 1 }, { $and: [{ b: { $type: 'nope' } }] }] }],
    ['find.$and', { $and: [] }],
    ['find.$text', { $text: {} }],
    ['find.a', { a: { $gt: 1, b: 2 } }],
  ])('stand at %s', (path, filter) => {
    expect(pathsOf(filter)).toEqual([path])
  })
  it('are all named at once', () => {
    expect(pathsOf({ a: { $in: 1, $size: -1 }, b: { $mod: [0, 1] }, c: 1 })).toEqual([
      'find.a.$in',
      'find.a.$size',
      'find.b.$mod',
    ])
  })
  it('are none in a filter that a store takes', () => {
    expect(pathsOf({ a: { $regex: '^x', $options: 'i', $ne: null }, $nor: [{ b: { $exists: true } }] })).toEqual([])
  })
})
