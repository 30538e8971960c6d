import { describe, expect, it } from '@jest/globals'
import { withinField } from './within-field.ts'

describe('a filter for documents that stand in a field of others', () => {
  it('names each field there, at any depth of branches, and leaves conditions as they are', () => {
    const filter = { a: 1, 'b.c': { $gt: 2 }, $or: [{ _id: 'x' }, { $nor: [{ d: { $elemMatch: { e: 3 } } }] }] }
    expect(withinField(filter, 'document')).toEqual({
      'document.a': 1,
      'document.b.c': { $gt: 2 },
      $or: [{ 'document._id': 'x' }, { $nor: [{ 'document.d': { $elemMatch: { e: 3 } } }] }],
    })
    expect(withinField({}, 'document')).toEqual({})
  })

  it('is refused where an operator would say something else of the outer document', () => {
    expect(() => withinField({ $expr: { $eq: ['$a', 1] } }, 'document')).toThrow('$expr')
    expect(() => withinField({ $and: [{ $jsonSchema: {} }] }, 'document')).toThrow('$jsonSchema')
  })
})
