import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { jsonPlace } from './json-place.ts'

const MAPPINGS = `{
  "Query": {
    "airports": { "find": { "state": { "$arg": "stat" } } },
    "a.b": { "sort": [1, { "x": 2 }] }
  }
}`

describe('the place of a path in JSON', () => {
  it.each([
    ['Query', 2, 12],
    ['Query.airports.find.state.$arg', 3, 48],
    ['Query.a.b.sort.1.x', 4, 33],
    ['Query.airports.limit', 3, 17],
    ['Nope.x', 1, 1],
    ['', 1, 1],
  ])('of %j is line %d, column %d', (path, line, column) => {
    expect(jsonPlace(MAPPINGS, path)).toEqual({ line, column })
  })

  it('is the beginning of a text that is no JSON', () => {
    expect(jsonPlace('', 'Query')).toEqual({ line: 1, column: 1 })
  })

  it('leads to the value that is written there, whatever the names are', () => {
    const leaf = 'the one that is looked for'
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }), fc.nat(4), (names, indent) => {
        const value = names.reduceRight<unknown>((inner, name) => ({ [name]: inner, [`${name}!`]: 0 }), leaf)
        const text = JSON.stringify(value, undefined, indent)
        const { line, column } = jsonPlace(text, names.join('.'))
        const found = text.split('\n')[line - 1]?.slice(column - 1) ?? ''
        expect(found.startsWith(JSON.stringify(leaf))).toBe(true)
      }),
    )
  })
})
