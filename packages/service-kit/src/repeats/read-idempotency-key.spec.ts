import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { serializeItem } from 'structured-headers'
import { readIdempotencyKey } from './read-idempotency-key.ts'

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map(code => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 255,
})

describe('the header Idempotency-Key', () => {
  it('is any string of RFC 9651, of 1 to 255 characters', () => {
    fc.assert(
      fc.property(printable, key => {
        expect(readIdempotencyKey(serializeItem(key))).toEqual({ kind: 'key', key })
      }),
    )
  })

  it('is the same text with parameters, which say nothing, and without its quotes', () => {
    for (const header of ['"8e03-40d5"', '"8e03-40d5";v=1', '8e03-40d5', ' "8e03-40d5"']) {
      expect(readIdempotencyKey(header)).toEqual({ kind: 'key', key: '8e03-40d5' })
    }
  })

  it.each([
    ['', 1],
    ['""', 1],
    ['"open', 6],
    ['"a" "b"', 5],
    ['"a", "b"', 4],
    ['"tab\t"', 5],
    ['"ä"', 2],
    ['"a\\x"', 4],
    ['"a";', 5],
    ['12;x', 1],
    ['(a b)', 1],
    [`"${'x'.repeat(256)}"`, 256],
    ['x'.repeat(256), 256],
  ])('is refused with the column where it is at fault: %s', (header, column) => {
    const read = readIdempotencyKey(header)
    expect(read).toMatchObject({
      kind: 'refuse',
      code: 'BAD_REQUEST',
      errors: [{ path: 'Idempotency-Key', line: 1, column }],
    })
    if (read.kind === 'refuse') expect(read.detail).toContain(`column ${column}`)
  })
})
