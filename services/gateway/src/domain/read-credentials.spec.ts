import { describe, expect, it } from '@jest/globals'
import { formatKeySecret, formatSessionToken } from '@sluice/contracts'
import fc from 'fast-check'
import { readCredentials } from './read-credentials.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('reading the Authorization header', () => {
  it('finds none when there is none', () => {
    expect(readCredentials(undefined)).toEqual({ kind: 'none' })
  })

  it('splits Basic credentials at the first colon and reads them as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, password) => {
        const user = name.replaceAll(':', '_')
        const read = readCredentials(basic(`${user}:${password}`))
        return read.kind === 'basic' && read.user === user && read.password === password
      }),
    )
  })

  it.each(['Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Basic OnB3', `Basic ${'A'.repeat(5000)}`])(
    'takes %s for malformed',
    header => {
      expect(readCredentials(header)).toEqual({ kind: 'malformed-basic' })
    },
  )

  it('tells a key by its prefix, length and check digits', () => {
    const secret = formatKeySecret(new Uint8Array(32).fill(7))
    expect(readCredentials(`Bearer ${secret}`)).toEqual({ kind: 'key', secret })
    expect(readCredentials(`bearer  ${secret}`)).toEqual({ kind: 'key', secret })
    expect(readCredentials(`Bearer ${secret}0`)).toEqual({ kind: 'malformed-key' })
    expect(readCredentials(`Bearer ${secret.slice(0, -1)}`)).toEqual({ kind: 'malformed-key' })
  })

  it('tells the token of a session in the same way', () => {
    const token = formatSessionToken(new Uint8Array(32).fill(7))
    expect(readCredentials(`Bearer ${token}`)).toEqual({ kind: 'session', token })
    expect(readCredentials(`Bearer ${token}0`)).toEqual({ kind: 'malformed-session' })
    expect(readCredentials('Bearer sls_abc')).toEqual({ kind: 'malformed-session' })
    expect(readCredentials(`Bearer ${token.replace('sls_', 'slk_')}`)).toEqual({ kind: 'malformed-key' })
  })

  it('knows no other tokens and schemes', () => {
    expect(readCredentials('Bearer')).toEqual({ kind: 'unknown-token' })
    expect(readCredentials('Digest abc')).toEqual({ kind: 'unknown-scheme' })
    expect(readCredentials('Basic YTpi extra')).toEqual({ kind: 'unknown-scheme' })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), text => typeof readCredentials(text).kind === 'string'))
  })
})
