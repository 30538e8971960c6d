import { describe, expect, it } from '@jest/globals'
import { isJsonObject, marksIn, marksOfRefusal, queryOfTexts, textsOfQuery } from './query-text.ts'

describe('the texts of a query', () => {
  it('become what is asked, with every digit, and back', () => {
    const texts = { filter: ' {"a": 5.0} ', sort: '-a', keys: '' }
    expect(queryOfTexts(texts)).toEqual({ filter: '{"a": 5.0}', sort: '-a' })
    expect(textsOfQuery({ filter: '{"a": 5.0}', page: 2 })).toEqual({ filter: '{"a": 5.0}', sort: '', keys: '' })
  })

  it('are marked where they can not be read', () => {
    const marks = marksIn({ filter: '{"a": }', sort: 'a', keys: '[1]' })
    expect(marks).toMatchObject({ filter: [{ line: 1, column: 7 }], sort: [], keys: [{ line: 1, column: 1 }] })
    expect(marksIn({ filter: '', sort: '{"a"}', keys: '' }).sort).toHaveLength(1)
  })

  it('are marked where the service finds a fault', () => {
    const texts = { filter: '{\n"a": {"$in": 1}}', sort: 'x', keys: '' }
    const errors = [
      { path: 'a.$in', message: 'in' },
      { path: 'sort', message: 'sort' },
      { path: 'filter', message: 'filter' },
    ]
    expect(marksOfRefusal({ errors }, texts)).toEqual({
      filter: [
        { line: 2, column: 14, message: 'in' },
        { line: 1, column: 1, message: 'filter' },
      ],
      sort: [{ line: 1, column: 1, message: 'sort' }],
      keys: [],
    })
  })

  it.each([
    ['{}', true],
    ['', false],
    ['[]', false],
    ['{', false],
  ])('are an object or not: %j', (text, isOne) => {
    expect(isJsonObject(text)).toBe(isOne)
  })
})
