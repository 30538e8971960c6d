import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { addressSettings, BACKEND_KINDS, isAbsent, startAll } from '@sluice/testkit/backends'
import { type HttpClient, ownerClient } from '../http-client.ts'
import { type StartedCluster, startCluster } from './start-cluster.ts'

const TARGETS = 32
const PER_SECOND = 200
/** What a slow stand-in of the store can take. */
const PER_SECOND_SLOW = 50
const SECONDS = 20
const [FASTEST_MS, SLOWEST_MS] = [500, 3_000]

const describeWhereBackendsAre = BACKEND_KINDS.some(isAbsent) ? describe.skip : describe

describeWhereBackendsAre('dispatchers that join and leave', () => {
  let backends: Awaited<ReturnType<typeof startAll>>
  let cluster: StartedCluster
  let owner: HttpClient
  let perSecond = PER_SECOND
  const targets: Server[] = []
  /** When each delivery has begun, in ms since this test was loaded. */
  const begun = new Map<string, number[]>()

  beforeAll(async () => {
    for (let number = 0; number < TARGETS; number += 1) targets.push(await startSlowTarget(begun))
    backends = await startAll(BACKEND_KINDS)
    if (backends.backends.some(({ isSlow }) => isSlow)) perSecond = PER_SECOND_SLOW
    cluster = await startCluster({
      settings: {
        ...addressSettings(backends.backends),
        CLUSTER_PREFIX: `joining-${process.pid}-`,
        WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
      },
      folder: await temporaryDirectory(),
    })
    const { ownerPassword, gateways } = cluster
    owner = ownerClient({ url: gateways[0]?.url ?? '', ownerPassword })
    await owner.json('POST', '/plugins/webhooks/enable')
    for (const [number, target] of targets.entries()) {
      const { port } = target.address() as AddressInfo
      const condition = `path('/lounge-${number}')`
      await owner.json('POST', '/webhooks', { name: condition, condition, url: `http://127.0.0.1:${port}` })
    }
  }, 120_000)

  afterAll(async () => {
    await cluster?.stop()
    await backends?.stop()
    for (const target of targets) {
      target.closeAllConnections()
      target.close()
    }
  }, 60_000)

  it('start no event twice, at 200 events a second (50 where the store is a slow stand-in) with deliveries of 0.5 to 3 s', async () => {
    const answers: Promise<number>[] = []
    const visit = (number: number) => owner.status('GET', `/lounge-${number % TARGETS}`)
    const isOver = Promise.withResolvers<void>()
    const timer = setInterval(() => {
      for (let number = 0; number < perSecond / 10; number += 1) answers.push(visit(answers.length))
      if (answers.length >= perSecond * SECONDS) isOver.resolve()
    }, 100)
    const joinMeanwhile = async () => {
      await eventually(() => expect(begun.size).toBeGreaterThan(perSecond), { timeoutMs: 30_000 })
      const joiners = await Promise.all([cluster.add('webhook-dispatcher'), cluster.add('webhook-dispatcher')])
      await isOver.promise
      return joiners[0]
    }
    const joiner = await joinMeanwhile().finally(() => clearInterval(timer))
    expect(await joiner?.terminate()).toBe(0)
    const sent = await Promise.all(answers)
    expect(new Set(sent)).toEqual(new Set([404]))
    await eventually(() => expect(begun.size).toBe(sent.length), { timeoutMs: 60_000 })
    const repeated = [...begun.values()].filter(times => times.length > 1)
    expect({ repeated: repeated.length, begun: repeated.slice(0, 3) }).toEqual({ repeated: 0, begun: [] })
  }, 180_000)
})

async function startSlowTarget(begun: Map<string, number[]>): Promise<Server> {
  const target = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    begun.set(id, [...(begun.get(id) ?? []), Math.round(performance.now())])
    setTimeout(() => response.end(), FASTEST_MS + Math.random() * (SLOWEST_MS - FASTEST_MS))
  })
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  return target
}
