import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { watchEventLoopDelay } from '../src/load/event-loop-delay.ts'
import { basic, bearer } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const ann = basic('ann', "ann's password")

describe('a gateway', () => {
  let gateway: RunningGateway
  afterEach(() => gateway.stop())

  it('that is too busy turns requests away before it asks who makes them, and says so', async () => {
    gateway = await startGateway({ settings: { maxTurnMs: -1 } })
    await gateway.write.wantEvents()
    const { shipped, stop } = await followEvents(gateway.platform)
    for (const headers of [ann, basic('ann', 'wrong'), {}]) {
      const answer = await gateway.call('GET /whoami', { headers })
      expect([answer.status, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'OVERLOADED', '1'])
    }
    expect((await gateway.call('GET /openapi.json')).status).toBe(200)
    expect(shipped).toEqual([])
    await stop()
  })

  it('limits the requests of an address before it asks who makes them', async () => {
    gateway = await startGateway({
      settings: { clientLimits: { perKey: 0, perAddress: 3 }, trustedProxies: ['127.0.0.1/32'] },
    })
    const from = (address: string) => gateway.call('GET /whoami', { headers: { ...ann, 'x-forwarded-for': address } })
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3']) expect((await from(address)).status).toBe(200)
    const refused = await from('2001:db8::4')
    expect([refused.status, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(10)
    expect((await from('203.0.113.1')).status).toBe(200)
  })

  it('limits the requests of a key, and no other of its holder', async () => {
    gateway = await startGateway({ settings: { clientLimits: { perKey: 2, perAddress: 0 } } })
    await gateway.write.enableKeys()
    const one = bearer(await gateway.write.key('k1'))
    const other = bearer(await gateway.write.key('k2'))
    const statusOf = async (headers: Record<string, string>) => (await gateway.call('GET /whoami', { headers })).status
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) statuses.push(await statusOf(one))
    expect(statuses).toEqual([200, 200, 429, 429])
    expect([await statusOf(other), await statusOf(ann)]).toEqual([200, 200])
    await gateway.write.remove('keys', 'k1')
    expect(await statusOf(one)).toBe(401)
  })

  it('that stops still takes requests for a while, and asks each client to go', async () => {
    gateway = await startGateway({ settings: { drainMs: 400 } })
    expect((await gateway.call('GET /whoami', { headers: ann })).headers.connection).not.toBe('close')
    const stopped = gateway.gateway.stop(10_000)
    const last = await gateway.call('GET /whoami', { headers: ann })
    expect([last.status, last.headers.connection]).toEqual([200, 'close'])
    await stopped
    await expect(gateway.call('GET /whoami', { headers: ann })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('the delay of the event loop', () => {
  const HOLD_UP_MS = 150

  /** Holds the loop up in every turn until `isSo`: a pause between two turns would be a quick stretch among slow ones. */
  async function holdUpUntil(isSo: () => boolean): Promise<void> {
    do {
      const end = performance.now() + HOLD_UP_MS
      while (performance.now() < end);
      await nextTurn()
    } while (!isSo())
  }

  it('is told when the loop is held up again and again, and forgotten afterwards', async () => {
    const delay = watchEventLoopDelay(200)
    delay.requestCame()
    await holdUpUntil(() => delay.turnMs() > 100)
    await eventually(() => delay.turnMs() < 100)
    delay.stop()
  })

  it('is not measured while no request comes, and is again when one does', async () => {
    const delay = watchEventLoopDelay(200)
    let turns = 0
    await holdUpUntil(() => ++turns > 10)
    expect(delay.turnMs()).toBe(0)
    delay.requestCame()
    await holdUpUntil(() => delay.turnMs() > 100)
    // The loop is as slow as before: only nobody asks.
    await holdUpUntil(() => delay.turnMs() === 0)
    delay.requestCame()
    await holdUpUntil(() => delay.turnMs() > 100)
    delay.stop()
  })
})
