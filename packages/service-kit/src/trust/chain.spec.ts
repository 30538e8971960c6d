import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { secret } from '../settings/secret.ts'
import { type ChainedRequest, chainKeys, signChain, verifyChain } from './chain.ts'
import { grantKeys } from './grant.ts'

const old = secret('o'.repeat(32))
const current = secret('c'.repeat(32))
const at = 1_700_000_000_000
const [key] = chainKeys([current])
const webhooks = ['a1', 'b2']
const delivery = { webhooks, deliveryId: '0198c3a0', method: 'POST', path: '/orders/7', at }
const header = signChain(delivery, key!)
const request: ChainedRequest = { method: 'POST', path: '/orders/7', now: at }
const check = (text: string | undefined, changed: Partial<ChainedRequest> = {}, keys = [key!]) =>
  verifyChain(text, { ...request, ...changed }, keys)

describe('a chain of webhooks', () => {
  it('comes back as it was signed', () => {
    const id = fc.string({ minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 20 }), id, fc.webPath(), (ids, deliveryId, path) => {
        const signed = signChain({ ...delivery, webhooks: ids, deliveryId, path }, key!)
        expect(check(signed, { path })).toEqual(ids)
        expect(signed).toMatch(/^[\w-]+\.[\w-]+$/)
      }),
    )
  })

  it('is dropped when any bit of it was flipped', () => {
    fc.assert(
      fc.property(fc.nat(header.length - 1), fc.nat(6), (place, bit) => {
        const flipped = String.fromCharCode(header.charCodeAt(place) ^ (1 << bit))
        return check(header.slice(0, place) + flipped + header.slice(place + 1)).length === 0
      }),
      { numRuns: 2000 },
    )
  })

  it('is dropped when anything stands before or after it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), text =>
        [text + header, header + text, `${header}.${text}`, `${header},${header}`].every(
          changed => check(changed).length === 0,
        ),
      ),
    )
  })

  it('is dropped when nobody has signed it, and nothing throws', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.base64String(), fc.base64String()).map(parts => parts.join('.')),
    )
    fc.assert(fc.property(texts, fc.string({ unit: 'binary' }), (text, path) => check(text, { path }).length === 0))
    expect(check(undefined)).toEqual([])
    expect(check('')).toEqual([])
    expect(check('x'.repeat(100_000))).toEqual([])
  })

  it.each([{ method: 'PUT' }, { path: '/orders/8' }, { path: '/orders' }, { path: '/' }, { path: '/%zz' }])(
    'is dropped on another request: %j',
    changed => {
      expect(check(header, changed)).toEqual([])
    },
  )

  it.each(['/orders/7/', '//orders/7', '/orders/./7', '/x/../orders/7', '/orders/%37'])(
    'holds for the same path in another form: %s',
    path => {
      expect(check(header, { path })).toEqual(webhooks)
    },
  )

  it('is valid for five minutes', () => {
    expect(check(header, { now: at + 300_000 })).toEqual(webhooks)
    expect(check(header, { now: at + 300_001 })).toEqual([])
    expect(check(header, { now: at - 300_001 })).toEqual([])
  })

  it('keeps the last twenty webhooks', () => {
    const many = Array.from({ length: 25 }, (_, index) => `w${index}`)
    expect(check(signChain({ ...delivery, webhooks: many }, key!))).toEqual(many.slice(5))
  })

  it('takes both secrets during a rotation, and no others', () => {
    const signedBefore = signChain(delivery, chainKeys([old])[0]!)
    expect(check(signedBefore, {}, chainKeys([current, old]))).toEqual(webhooks)
    expect(check(signedBefore)).toEqual([])
    expect(check(header, {}, [])).toEqual([])
  })

  it('is not signed with the key of a grant', () => {
    for (const name of ['data', 'graphql-apps', 'keys', 'webhook-dispatcher'] as const) {
      expect(check(signChain(delivery, grantKeys([current], name)[0]!))).toEqual([])
    }
  })
})
