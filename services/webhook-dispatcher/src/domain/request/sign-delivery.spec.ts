import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { newSigningSecret, signDelivery } from './sign-delivery.ts'

describe('signing a delivery', () => {
  // The example of the Standard Webhooks specification.
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  }

  it('gives the signature that the Standard Webhooks libraries compute', () => {
    expect(signDelivery(example)).toEqual({
      'webhook-id': example.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('signs any body as the library of Standard Webhooks does', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        (id, text, key) => {
          const body = text.toWellFormed()
          const secret = `whsec_${Buffer.from(key).toString('base64')}`
          const at = new Date()
          const signed = signDelivery({ id, at, body, secrets: [secret] })
          return signed['webhook-signature'] === new Webhook(secret).sign(id, at, body)
        },
      ),
    )
  })

  it('signs with every active secret', () => {
    const signed = signDelivery({ ...example, secrets: [...example.secrets, newSigningSecret()] })
    expect(signed['webhook-signature']?.split(' ')).toHaveLength(2)
  })

  it('signs by the same bytes under another prefix', () => {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = signDelivery(example)
    expect(signDelivery({ ...example, prefix: 'svix' })).toEqual({
      'svix-id': id,
      'svix-timestamp': at,
      'svix-signature': signature,
    })
  })

  // The example of GitHub's documentation on the validation of deliveries.
  it('gives the second signature that GitHub writes for the same secret and body', () => {
    const second = {
      scheme: 'hmac-sha256',
      header: 'X-Hub-Signature-256',
      encoding: 'hex',
      label: 'sha256=',
      secret: "It's a Secret to Everybody",
    } as const
    expect(signDelivery({ ...example, body: 'Hello, World!', second })).toMatchObject({
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    })
  })

  it('makes secrets of 32 random bytes', () => {
    const secret = newSigningSecret()
    expect(secret).toMatch(/^whsec_/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    expect(newSigningSecret()).not.toBe(secret)
  })
})
