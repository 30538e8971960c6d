import { describe, expect, it } from '@jest/globals'
import { formatKeySecret, formatSessionToken } from '@sluice/contracts'
import fc from 'fast-check'
import { findKeyTexts } from './find-key-texts.ts'

const surroundings = fc.uint8Array({ maxLength: 40 })
const random = fc.uint8Array({ minLength: 32, maxLength: 32 })
const secret = fc.oneof(random.map(formatKeySecret), random.map(formatSessionToken))

describe('the search for keys', () => {
  it.each(['latin1', 'base64', 'base64url', 'hex'] as const)('finds one in %s of anything around it', encoding => {
    fc.assert(
      fc.property(surroundings, secret, surroundings, (before, text, after) => {
        const encoded = Buffer.concat([before, Buffer.from(text), after]).toString(encoding)
        const line = Buffer.from(`{"value":"${encoded}"}`, 'latin1')
        expect(findKeyTexts(line)).toEqual([text])
      }),
    )
  })

  it('finds all that are there, each once', () => {
    const key = formatKeySecret(new Uint8Array(32).fill(1))
    const session = formatSessionToken(new Uint8Array(32).fill(2))
    const bytes = Buffer.from([key, session, key, Buffer.from(`a ${key}`).toString('base64')].join('\n'))
    expect(findKeyTexts(bytes).sort()).toEqual([key, session].sort())
  })

  it('passes over what has the wrong check digits', () => {
    const key = formatKeySecret(new Uint8Array(32).fill(1))
    const altered = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
    expect(findKeyTexts(Buffer.from([altered, key.slice(0, -4)].join(' ')))).toEqual([])
  })
})
