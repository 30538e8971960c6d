import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { basic, bearer } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const GUESSES = 12
const LIMIT = 5
/** More than may wait for their hash. */
const MANY = 300

describe('sign-ins that their own failure limit turns away', () => {
  let gateway: RunningGateway
  afterEach(() => gateway.stop())

  async function startWanted(turnedAwayMs = 600_000) {
    gateway = await startGateway({ settings: { trustedProxies: ['127.0.0.1/32'], turnedAwayMs } })
    await gateway.write.wantEvents()
    const followed = await followEvents(gateway.platform)
    const statusOf = (status: number) => followed.shipped.filter(({ event }) => event.response?.statusCode === status)
    return { ...followed, statusOf }
  }

  const guess = (user: string, number: number, from = '203.0.113.1') =>
    gateway.call('GET /orders?page=2', {
      headers: { ...basic(user, `guess ${number}`), 'x-forwarded-for': from, 'x-tool': 'guesser' },
    })

  it('are one event for user, network and minute, which says how many; those before the limit are one each', async () => {
    const { stop, statusOf } = await startWanted()
    const statuses: number[] = []
    for (let number = 0; number < GUESSES; number += 1) statuses.push((await guess('ann', number)).status)
    for (let number = 0; number < GUESSES; number += 1) await guess('nobody', number)
    expect(statuses).toEqual([...Array(LIMIT).fill(401), ...Array(GUESSES - LIMIT).fill(429)])
    await gateway.gateway.stop(2_000)
    const turnedAway = await eventually(() => statusOf(429).length >= 2 && statusOf(429))
    await eventually(() => statusOf(401).length === 2 * LIMIT)
    expect(turnedAway.map(({ event }) => event.turnedAway)).toEqual([GUESSES - LIMIT, GUESSES - LIMIT])
    expect(turnedAway[0]?.event).toMatchObject({
      service: { id: 'test' },
      outcome: 'completed',
      principal: { id: null, via: 'none' },
      request: { method: 'GET', path: '/orders', query: 'page=2', remoteAddress: '203.0.113.1' },
      response: { statusCode: 429 },
    })
    expect(turnedAway[0]?.event.request.headers).toContainEqual(['x-tool', 'guesser'])
    expect(JSON.stringify(turnedAway[0]?.event)).not.toContain(btoa('ann:guess'))
    const told = JSON.parse(Buffer.from(turnedAway[0]?.responseBody ?? []).toString())
    expect(told).toMatchObject({ code: 'RATE_LIMITED', turnedAway: GUESSES - LIMIT })
    await stop()
  })

  it('are one event a minute where too many others wait, however many names and addresses they bear', async () => {
    const { stop, statusOf } = await startWanted()
    const guesses = Array.from({ length: MANY }, (_, number) =>
      guess(`user-${number}`, number, `203.0.113.${number % 250}`),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    await gateway.gateway.stop(2_000)
    await eventually(() => statusOf(401).length === statuses.filter(status => status === 401).length)
    const overloaded = statuses.filter(status => status === 503).length
    expect(overloaded).toBeGreaterThan(0)
    expect(await eventually(() => statusOf(503).length > 0 && statusOf(503))).toMatchObject([
      { event: { turnedAway: overloaded, principal: { id: null }, response: { statusCode: 503 } } },
    ])
    await stop()
  }, 60_000)

  it('are told when the time is over, each time anew, and not at all when nothing wants events', async () => {
    const { stop, statusOf } = await startWanted(300)
    for (let number = 0; number < GUESSES; number += 1) await guess('ann', number)
    const told = () => statusOf(429).reduce((sum, { event }) => sum + (event.turnedAway ?? 0), 0)
    await eventually(() => told() === GUESSES - LIMIT)
    await guess('ann', GUESSES)
    await eventually(() => told() === GUESSES - LIMIT + 1)
    const before = statusOf(429).length
    await gateway.write.put('webhooks', { _id: 'w', enabled: false })
    await guess('ann', GUESSES)
    await gateway.gateway.stop(2_000)
    expect(statusOf(429)).toHaveLength(before)
    await stop()
  })

  it('are answered as ever, and nobody else is asked: a key, a session, an open path, a password that is known', async () => {
    const { stop } = await startWanted()
    await gateway.write.enableKeys()
    const key = bearer(await gateway.write.key('k1'))
    const right = basic('ann', "ann's password")
    const from = { 'x-forwarded-for': '203.0.113.1' }
    const token = (await gateway.call('POST /token', { headers: { ...right, ...from } })).json().access_token
    for (let number = 0; number < GUESSES; number += 1) await guess('ann', number)
    const refused = await guess('ann', 0)
    expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED', requestId: refused.headers['x-request-id'] })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30)
    const status = async (line: string, headers: Record<string, string>) =>
      (await gateway.call(line, { headers: { ...headers, ...from } })).status
    for (const known of [key, bearer(String(token)), right]) expect(await status('GET /whoami', known)).toBe(200)
    expect(await status('GET /openapi.json', basic('ann', 'guess'))).toBe(200)
    expect(await status('OPTIONS /orders', basic('ann', 'guess'))).toBe(204)
    await stop()
  })

  it('are the right password too, until the minute is over, and only there', async () => {
    const { stop } = await startWanted()
    await gateway.write.user('max', ['reader'])
    for (let number = 0; number < LIMIT; number += 1) await guess('max', number)
    const signIn = (from: string) =>
      gateway.call('GET /whoami', { headers: { ...basic('max', "max's password"), 'x-forwarded-for': from } })
    expect((await signIn('203.0.113.1')).status).toBe(429)
    expect((await signIn('203.0.113.2')).status).toBe(200)
    await stop()
  })
})
