import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { lackOf, MASK, newSignatureDraft, signatureDraftOf, signatureOf, withKind } from './signature-draft.ts'

const secret = fc.oneof(fc.constant(MASK), fc.string({ minLength: 8 }))
const header = fc.constantFrom('X-Hub-Signature-256', 'X-Shopify-Hmac-SHA256', 'Stripe-Signature', 'x-own')
const body = fc.record({
  scheme: fc.constant('hmac-sha256' as const),
  header,
  encoding: fc.constantFrom('hex' as const, 'base64' as const),
  label: fc.constantFrom('', 'sha256=', 'v0='),
  secret,
})
const timed = fc.record({ scheme: fc.constant('timed-hmac-sha256' as const), header, secret })

describe('the form of a signature', () => {
  it('stands for the same signature, with what is masked left as it is', () => {
    fc.assert(
      fc.property(fc.constantFrom('webhook', 'svix'), fc.oneof(body, timed), (prefix, second) => {
        const signature = { scheme: 'standard' as const, prefix, second }
        expect(signatureOf(signatureDraftOf(signature))).toEqual({ signature })
      }),
    )
  })

  it('stands for none where all is as usual', () => {
    expect(signatureOf(newSignatureDraft())).toEqual({})
    expect(signatureOf(signatureDraftOf({ scheme: 'standard', prefix: 'svix' }))).toEqual({
      signature: { scheme: 'standard', prefix: 'svix' },
    })
  })

  it('fills in what the receivers of a service check, and knows it again', () => {
    const draft = Object.assign(withKind(newSignatureDraft(), 'github'), { secret: 'a secret' })
    expect(signatureOf(draft)).toMatchObject({
      signature: { second: { header: 'X-Hub-Signature-256', encoding: 'hex', label: 'sha256=', secret: 'a secret' } },
    })
    for (const kind of ['github', 'shopify', 'stripe', 'body', 'timed'] as const) {
      const { signature } = signatureOf(withKind(newSignatureDraft(), kind))
      expect(signatureDraftOf(signature).kind).toBe(kind)
      expect(lackOf({ kind })).not.toBe('')
    }
    expect(lackOf({ kind: 'none' })).toBe('')
  })
})
