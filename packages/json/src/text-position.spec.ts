import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { textPosition } from './text-position.ts'

describe('the line and column of an index', () => {
  it.each([
    ['', 0, { line: 1, column: 1 }],
    ['ab', 0, { line: 1, column: 1 }],
    ['ab', 2, { line: 1, column: 3 }],
    ['\n', 0, { line: 1, column: 1 }],
    ['\n', 1, { line: 2, column: 1 }],
    ['a\nb', 2, { line: 2, column: 1 }],
    ['a\r\nb', 2, { line: 1, column: 3 }],
    ['a\r\nb', 3, { line: 2, column: 1 }],
    ['😀b', 2, { line: 1, column: 3 }],
    ['ab', 9, { line: 1, column: 3 }],
  ])('of %j at %i are %j', (text, offset, position) => {
    expect(textPosition(text, offset)).toEqual(position)
  })

  it('lead back to the index', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '\r\n', '😀', ' ')).map(parts => parts.join(''))
    fc.assert(
      fc.property(text, fc.nat(), (written, at) => {
        const offset = at % (written.length + 1)
        const { line, column } = textPosition(written, offset)
        const linesBefore = written.split('\n').slice(0, line - 1)
        expect(linesBefore.reduce((sum, { length }) => sum + length + 1, 0) + column - 1).toBe(offset)
      }),
    )
  })
})
