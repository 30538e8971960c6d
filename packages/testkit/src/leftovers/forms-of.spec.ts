import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formsOf } from './forms-of.ts'

const text = fc.string({ minLength: 12, maxLength: 60, unit: 'binary-ascii' })

describe('the forms of a secret', () => {
  it.each(['base64', 'base64url', 'hex'] as const)('find it in %s of anything around it', encoding => {
    fc.assert(
      fc.property(text, text, text, (before, secret, after) => {
        const encoded = Buffer.from(before + secret + after).toString(encoding)
        expect(formsOf(secret).some(form => encoded.includes(form))).toBe(true)
      }),
    )
  })

  it('find it as it is, and in an address', () => {
    expect(formsOf('a secret/&')).toEqual(expect.arrayContaining(['a secret/&', 'a%20secret%2F%26']))
  })

  it('are never so short that they are found by chance', () => {
    fc.assert(fc.property(text, secret => formsOf(secret).every(form => form.length >= secret.length)))
  })
})
