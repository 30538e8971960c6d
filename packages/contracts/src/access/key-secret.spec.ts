import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { checkKeySecret, formatKeySecret, KEY_SECRET_LENGTH, KEY_SECRET_PATTERN } from './key-secret.ts'

const randomBytes = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('the text of an API key', () => {
  it('has one length, whatever the bytes', () => {
    expect(formatKeySecret(new Uint8Array(32))).toHaveLength(KEY_SECRET_LENGTH)
    expect(formatKeySecret(new Uint8Array(32).fill(255))).toHaveLength(KEY_SECRET_LENGTH)
    fc.assert(fc.property(randomBytes, bytes => formatKeySecret(bytes).length === KEY_SECRET_LENGTH))
  })

  it('passes its own check and is found by the pattern that masks keys', () => {
    fc.assert(
      fc.property(randomBytes, bytes => {
        const text = formatKeySecret(bytes)
        return checkKeySecret(text) && KEY_SECRET_PATTERN.test(`x${text}y`)
      }),
    )
  })

  it('differs for different bytes', () => {
    fc.assert(
      fc.property(randomBytes, randomBytes, (a, b) => {
        fc.pre(!Buffer.from(a).equals(Buffer.from(b)))
        return formatKeySecret(a) !== formatKeySecret(b)
      }),
    )
  })

  it('is refused after any change of one character', () => {
    const position = fc.nat({ max: KEY_SECRET_LENGTH - 1 })
    const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- ')
    fc.assert(
      fc.property(randomBytes, position, character, (bytes, at, other) => {
        const text = formatKeySecret(bytes)
        fc.pre(text[at] !== other)
        return !checkKeySecret(text.slice(0, at) + other + text.slice(at + 1))
      }),
    )
  })

  it('refuses any other text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), text => !checkKeySecret(text)))
    expect(checkKeySecret(`slk_${'0'.repeat(49)}\n`)).toBe(false)
  })

  it('is never made of fewer random bytes', () => {
    expect(() => formatKeySecret(new Uint8Array(16))).toThrow(RangeError)
  })
})
