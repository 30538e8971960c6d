import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { basic, bearer, type ReceivedReply } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const GUESSES = 400
/** What may wait for the hash of a password at once, and one that runs on each two cores of a large machine. */
const MOST_HASHED = 64 + 64

describe('a gateway that many want to sign in to', () => {
  let gateway: RunningGateway
  let key: string

  beforeAll(async () => {
    gateway = await startGateway({ settings: { trustedProxies: ['127.0.0.1/32'] } })
    await gateway.write.enableKeys()
    key = await gateway.write.key('k1')
  })
  afterAll(() => gateway.stop())

  /** Sends a guess as from another address each time. */
  const guess = (number: number) =>
    gateway.call('GET /whoami', {
      headers: { ...basic(`user-${number}`, 'guess'), 'x-forwarded-for': `203.0.113.${number % 250}` },
    })

  it('serves a known user and a key while it turns guesses away, and does not hash more than can wait', async () => {
    const known = [basic('ann', "ann's password"), bearer(key)]
    for (const headers of known) expect((await gateway.call('GET /whoami', { headers })).status).toBe(200)
    const finished: ReceivedReply[] = []
    const guesses = Array.from({ length: GUESSES }, async (_, number) => {
      finished.push(await guess(number))
    })
    const served: number[] = []
    for (let count = 0; count < 10; count += 1) {
      for (const headers of known) served.push((await gateway.call('GET /whoami', { headers })).status)
    }
    const hashedMeanwhile = finished.filter(({ status }) => status === 401).length
    await Promise.all(guesses)
    expect(new Set(served)).toEqual(new Set([200]))
    const hashed = finished.filter(({ status }) => status === 401)
    const turnedAway = finished.filter(({ status }) => status === 503)
    expect(hashed.length + turnedAway.length).toBe(GUESSES)
    expect(turnedAway.length).toBeGreaterThanOrEqual(GUESSES - 2 * MOST_HASHED)
    // They did not wait for the guesses before them.
    expect(hashedMeanwhile).toBeLessThan(hashed.length)
    expect(turnedAway[0]?.json().code).toBe('OVERLOADED')
    expect(turnedAway[0]?.headers['retry-after']).toBe('1')
  }, 60_000)

  it('verifies the same credentials once for all that send them at once', async () => {
    await gateway.write.user('ben', ['reader'])
    const headers = basic('ben', "ben's password")
    const answers = await Promise.all(Array.from({ length: 30 }, () => gateway.call('GET /whoami', { headers })))
    // Each verification counts as a failure until it is over: more than five would have been held up.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
