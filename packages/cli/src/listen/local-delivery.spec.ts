import { describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { isStale, type LocalDelivery, signAgain } from './local-delivery.ts'

const SECRET = `whsec_${btoa('a secret of twenty-four b')}`

/** A delivery that was signed ten minutes ago, in headers that begin like this. */
function signedBefore(prefix: string): LocalDelivery {
  const at = new Date(Date.now() - 600_000)
  const headers = {
    [`${prefix}-id`]: 'd-1',
    [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1_000)),
    [`${prefix}-signature`]: new Webhook(SECRET).sign('d-1', at, '{}'),
    'x-hub-signature': 'sha256=00',
  }
  return { id: 'd-1', eventId: 'e-1', at: at.getTime(), summary: '', headers, body: '{}' }
}

describe.each(['webhook', 'svix'])('a delivery that is signed in headers that begin with %s', prefix => {
  it('is known to be too old for its receiver', () => {
    expect(isStale(signedBefore(prefix), Date.now())).toBe(true)
  })

  it('is signed anew in the same headers', () => {
    const { headers, body } = signAgain(signedBefore(prefix), SECRET, Date.now())
    const usual = Object.fromEntries(
      ['id', 'timestamp', 'signature'].map(name => [`webhook-${name}`, headers[`${prefix}-${name}`] ?? '']),
    )
    expect(new Webhook(SECRET).verify(body, usual)).toEqual({})
    expect(Object.keys(headers)).toHaveLength(4)
  })
})
