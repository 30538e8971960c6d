import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { appIdOf, readMappings, textsOf } from './app-text.ts'

describe('the mappings of an app as a text', () => {
  it('are read as they were written, whatever they hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), mappings => {
        const read = readMappings(textsOf({ schema: '', mappings }).mappings)
        expect(read).toEqual({ kind: 'read', mappings: JSON.parse(JSON.stringify(mappings)) })
      }),
    )
  })

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'A comma is missing here.', 3, 3],
    ['{ "a" 1 }', 'A colon is missing here.', 1, 7],
    ['{ a: 1 }', 'This is not JSON.', 1, 3],
    ['{ "a": "b }', 'The quotes are not closed.', 1, 8],
    ['{ "a": 1', 'A } is missing here.', 1, 9],
    ['', 'A value is missing here.', 1, 1],
  ])('say of %j: %s', (text, message, ...[line, column]) => {
    expect(readMappings(text)).toEqual({ kind: 'unreadable', fault: { where: 'mappings', message, line, column } })
  })
})

describe('the id of an app', () => {
  it('is a text, or the digits of an ObjectId', () => {
    expect(appIdOf('flights')).toBe('flights')
    expect(appIdOf({ $oid: '6b05d71b7b7e5a29a7dc7ee2' })).toBe('6b05d71b7b7e5a29a7dc7ee2')
    expect(appIdOf({ $numberLong: '7' })).toBeUndefined()
  })
})
