import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { absenceOf, bytesInWords, lengthInWords, withLineBreaks } from './body-words.ts'

const body = { text: '{}', encoding: 'utf8' as const, length: 2, truncated: false, state: 'captured' as const }

describe('a body that was kept', () => {
  it.each(['withheld', 'unreadable', 'none', 'dropped'] as const)('says why it is not there: %s', state => {
    expect(absenceOf({ ...body, text: '', state })).toMatch(/\.$/)
  })

  it('is there where it was captured, be it empty', () => {
    expect(absenceOf(body)).toBeUndefined()
    expect(absenceOf({ ...body, text: '', length: 0 })).toBeUndefined()
    expect(absenceOf({ ...body, text: '', length: 9, truncated: true })).toMatch(/left out/)
  })

  it('says how long it was, and that it is cut', () => {
    expect(lengthInWords({ ...body, length: 1 })).toBe('1 byte')
    expect(lengthInWords({ ...body, length: 70_000, truncated: true }, 'en')).toBe('68.4 KiB, cut')
    expect(bytesInWords(3 * 1024 ** 2, 'en')).toBe('3 MiB')
  })
})

describe('JSON with line breaks', () => {
  it('has its members on lines of their own, and its numbers as they were written', () => {
    expect(withLineBreaks('{"a":7.50,"b":[1,{}],"c":[]}')).toBe(
      '{\n  "a": 7.50,\n  "b": [\n    1,\n    {}\n  ],\n  "c": []\n}',
    )
  })

  it('is the same value, whatever it is; other texts stay as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.parse(withLineBreaks(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(withLineBreaks('a { b')).toBe('a { b')
  })
})
