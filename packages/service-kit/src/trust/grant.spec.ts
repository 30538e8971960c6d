import { describe, expect, it } from '@jest/globals'
import { type Grant, grant as grantSchema } from '@sluice/contracts'
import fc from 'fast-check'
import { secret } from '../settings/secret.ts'
import { grantKeys, signGrant, verifyGrant } from './grant.ts'

const old = secret('o'.repeat(32))
const current = secret('c'.repeat(32))
const issuedAt = 1_700_000_000_000
const content: Grant = grantSchema.parse({
  version: 1,
  upstream: 'keys',
  requestId: '0198c3a0-0000-7000-8000-000000000001',
  method: 'POST',
  target: '/keys?a=1',
  issuedAt,
  principal: { id: 'ada', roles: ['reader'], via: 'password' },
  isRoot: false,
  permission: null,
  positions: { keys: 3 },
  chain: [],
})
const expected = { upstream: 'keys', method: 'POST', target: '/keys?a=1', now: issuedAt } as const

const keysOf = (...secrets: Parameters<typeof grantKeys>[0]) => grantKeys(secrets, 'keys')
const sign = (grant: Grant, keys = keysOf(current)) => signGrant(grant, keys[0]!)!
const signed = sign(content)
const check = (header: string | undefined, changed: Partial<Parameters<typeof verifyGrant>[2]> = {}) =>
  verifyGrant(header, keysOf(current), { ...expected, ...changed })

describe('checking a grant', () => {
  it('gives back what the gateway has signed', () => {
    expect(check(signed)).toEqual({ kind: 'valid', grant: content })
  })

  it('refuses it when any bit of it was flipped', () => {
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.nat(6), (at, bit) => {
        const flipped = String.fromCharCode(signed.charCodeAt(at) ^ (1 << bit))
        return check(signed.slice(0, at) + flipped + signed.slice(at + 1)).kind === 'invalid'
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses it when anything stands before or after it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), text => {
        const around = [text + signed, signed + text, `${signed}.${text}`]
        return around.every(header => check(header).kind === 'invalid')
      }),
    )
  })

  it('refuses every text that nobody has signed, and never throws', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.tuple(fc.base64String(), fc.base64String()).map(parts => parts.join('.')),
    )
    fc.assert(fc.property(texts, text => check(text).kind === 'invalid'))
    expect(check(undefined)).toEqual({ kind: 'invalid', reason: 'missing' })
  })

  it('refuses a signed grant of an unknown version', () => {
    const newer = sign({ ...content, version: 2 as 1 })
    expect(check(newer)).toEqual({ kind: 'invalid', reason: 'content' })
  })

  it('refuses a grant for another service, even one with the same secret', () => {
    const forData = sign({ ...content, upstream: 'data' }, grantKeys([current], 'data'))
    expect(check(forData)).toEqual({ kind: 'invalid', reason: 'signature' })
    expect(check(sign({ ...content, upstream: 'data' }))).toEqual({ kind: 'invalid', reason: 'upstream' })
  })

  it.each([{ method: 'DELETE' }, { target: '/keys?a=2' }, { target: '/keys' }])(
    'refuses it for another request: %j',
    changed => {
      expect(check(signed, changed)).toEqual({ kind: 'invalid', reason: 'request' })
    },
  )

  it('refuses it 30 s after it was signed, and as long before', () => {
    expect(check(signed, { now: issuedAt + 30_000 }).kind).toBe('valid')
    expect(check(signed, { now: issuedAt + 30_001 })).toEqual({ kind: 'invalid', reason: 'age' })
    expect(check(signed, { now: issuedAt - 30_001 })).toEqual({ kind: 'invalid', reason: 'age' })
  })

  it('refuses it under another secret', () => {
    expect(verifyGrant(signed, keysOf(old), expected)).toEqual({ kind: 'invalid', reason: 'signature' })
    expect(verifyGrant(signed, [], expected)).toEqual({ kind: 'invalid', reason: 'signature' })
  })

  it('takes both secrets during a rotation, and signs with the first', () => {
    const both = keysOf(current, old)
    expect(verifyGrant(sign(content, keysOf(old)), both, expected).kind).toBe('valid')
    expect(verifyGrant(sign(content, both), keysOf(current), expected).kind).toBe('valid')
  })
})

describe('signing a grant', () => {
  it('refuses one that would not fit into the headers', () => {
    const large = { ...content, principal: { ...content.principal, properties: { text: 'x'.repeat(48 * 1024) } } }
    expect(signGrant(large, keysOf(current)[0]!)).toBeUndefined()
  })
})
