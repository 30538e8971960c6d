import { describe, expect, it } from '@jest/globals'
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

  it('signs with every active secret', () => {
    const signed = signDelivery({ ...example, secrets: [...example.secrets, newSigningSecret()] })
    expect(signed['webhook-signature'].split(' ')).toHaveLength(2)
  })

  it('makes secrets of 32 random bytes', () => {
    const secret = newSigningSecret()
    expect(secret).toMatch(/^whsec_/)
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    expect(newSigningSecret()).not.toBe(secret)
  })
})
