import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { parseJson } from './parse-json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('reading JSON that a client has sent', () => {
  it('leaves out one byte order mark, in front of all else', () => {
    expect(parseJson(bytes('\ufeff{"a":1}'))).toEqual({ kind: 'parsed', value: { a: 1 } })
    expect(parseJson(bytes('\ufeff\ufeff{}'))).toMatchObject({
      code: 'MALFORMED_JSON',
      errors: [{ line: 1, column: 1 }],
    })
    expect(parseJson(bytes('{"a":"\ufeff"}'))).toEqual({ kind: 'parsed', value: { a: '\ufeff' } })
  })

  it('refuses what is no UTF-8 instead of replacing it', () => {
    for (const text of [[0x22, 0xff, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [...Buffer.from('{"a":1}', 'utf16le')]]) {
      expect(parseJson(new Uint8Array(text))).toMatchObject({ code: 'MALFORMED_JSON' })
    }
  })

  it('names the place of half a surrogate pair, in a value or in a name', () => {
    expect(parseJson('{"a":[1,{"b":"x\\ud800"}]}')).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'a.1.b' }],
    })
    expect(parseJson('{"a":{"\\uDFFFk":1}}')).toMatchObject({ errors: [{ path: 'a.\ufffdk' }] })
    expect(parseJson('"\\ud83d\\ude00"')).toEqual({ kind: 'parsed', value: '😀' })
    expect(parseJson(`${'['.repeat(100_000)}"\\ud800"${']'.repeat(100_000)}`)).toMatchObject({ kind: 'refuse' })
  })

  it('gives what the engine gives, but for texts that are no Unicode, which no store keeps', () => {
    const isWellFormed = (value: unknown): boolean =>
      typeof value === 'string'
        ? value.isWellFormed()
        : typeof value !== 'object' || value === null || Object.entries(value).flat().every(isWellFormed)
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (value, name) => {
        const half = name.slice(0, 1)
        const text = JSON.stringify({ [half]: value, value: half })
        const expected = JSON.parse(text)
        const parsed = parseJson(bytes(text))
        expect(parsed.kind).toBe(isWellFormed(expected) ? 'parsed' : 'refuse')
        if (parsed.kind === 'parsed') expect(parsed.value).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('repeats nothing of the text in what it says', () => {
    fc.assert(
      fc.property(fc.constantFrom('{"a": S3CRET}', '{"S3CRET"', '"S3CRET', '[S3CRET', 'S3CRET'), text => {
        expect(JSON.stringify(parseJson(text))).not.toContain('S3CRET')
      }),
    )
  })
})
