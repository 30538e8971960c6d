import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import {
  addressSettings,
  BACKEND_KINDS,
  type Backend,
  findFreePorts,
  isAbsent,
  startBackend,
  startLocalProcess,
  startOwnBackend,
} from '@sluice/testkit/backends'
import { type HttpClient, keyClient, ownerClient, userClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import { AMELIA, makeSmallWorld } from '../scenarios/small-world.ts'
import { LOOPBACK } from '../target.ts'
import { commandOf, type ServiceProcess } from './service-process.ts'
import { type StartedCluster, startCluster } from './start-cluster.ts'

const SERVES_WITHIN_MS = 5_000
/** On a busy machine: so many times what the same start takes with everything there. */
const SERVES_WITHIN_TIMES = 2
const BACK_WITHIN_MS = 10_000
/** A group waits so long for a member that was killed without leaving (`packages/bus/README.md`, The Kafka adapter). */
const DEAD_MEMBER_MS = 8_000
/** What a poll alone would keep only by chance, in each of several rounds. */
const NOTICED_WITHIN_MS = 1_000
const ROUNDS = 5
const DEADLY_MS = 120_000

type Away = readonly ('kafka' | 'redis')[]

const describeWhereBackendsAre = BACKEND_KINDS.some(isAbsent) ? describe.skip : describe

describeWhereBackendsAre('a process that is started while others are away', () => {
  let backends: Record<'mongodb' | 'kafka' | 'redis', Backend>
  let cluster: StartedCluster
  let receiver: DeliveryReceiver
  let settings: Readonly<Record<string, string>>
  /** One process of each service; the others of the cluster run on. */
  let victims: readonly ServiceProcess[]
  /** How long the start of each victim takes with everything there. */
  const usualMs = new Map<ServiceProcess, number>()

  const urlOf = (gateway: number) => cluster.gateways[gateway]?.url ?? ''
  const first = () => ownerClient({ url: urlOf(0), ownerPassword: cluster.ownerPassword })
  const issuer = (gateway: number) => userClient(urlOf(gateway), AMELIA)

  beforeAll(async () => {
    const [mongodb, kafka, redis] = await Promise.all([
      startBackend('mongodb'),
      startOwnBackend('kafka'),
      startOwnBackend('redis'),
    ])
    backends = { mongodb, kafka, redis }
    receiver = await startReceiver(LOOPBACK)
    settings = {
      ...addressSettings(Object.values(backends)),
      CLUSTER_PREFIX: `without-${process.pid}-`,
      STOP_WITHIN_SECONDS: '6',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    }
    cluster = await startCluster({ settings, folder: await temporaryDirectory() })
    victims = cluster.processes.filter(({ label }) => !label.endsWith('-2'))
    await makeSmallWorld({ urls: [urlOf(0), urlOf(1)], ownerPassword: cluster.ownerPassword })
    for (const victim of victims) {
      await victim.kill()
      usualMs.set(victim, await timeUntilServing(victim))
    }
    await first().json('POST', '/webhooks', { name: 'all', condition: "path('/lounge')", url: receiver.url })
  }, DEADLY_MS)

  afterAll(async () => {
    await cluster?.stop()
    for (const backend of Object.values(backends ?? {})) await backend.stop()
    receiver?.close()
  }, DEADLY_MS)

  const each = (task: (backend: Backend) => Promise<void>, away: Away) =>
    Promise.all(away.map(kind => task(backends[kind])))

  /** The others may not stand in for the victims. */
  async function endOthers() {
    for (const other of cluster.processes)
      if (!victims.includes(other) && other.service !== 'gateway') await other.kill()
  }

  /** @returns how long it took; a start that took too long is made once more: a busy machine holds up one, a fault both */
  async function restart(victim: ServiceProcess, boundMs: number): Promise<number> {
    await victim.kill()
    const took = await timeUntilServing(victim)
    if (took < boundMs) return took
    await victim.kill()
    return timeUntilServing(victim)
  }

  async function startOthers() {
    for (const other of cluster.processes) if (!other.isRunning()) await other.start()
  }

  describe.each<[string, Away]>([
    ['Kafka', ['kafka']],
    ['Redis', ['redis']],
    ['both', ['kafka', 'redis']],
  ])('%s', (_, away) => {
    let eventsBefore = 0

    it(
      'serves within 5 s of its start, or twice its usual time, ready, and says what it does without',
      async () => {
        await each(backend => backend.kill(), away)
        await endOthers()
        const tookMs: Record<string, number> = {}
        for (const victim of victims) {
          const boundMs = Math.max(SERVES_WITHIN_MS, SERVES_WITHIN_TIMES * (usualMs.get(victim) ?? 0))
          const took = await restart(victim, boundMs)
          tookMs[victim.service] = took
          expect(took).toBeLessThan(boundMs)
          const expected = away.filter(kind => kind === 'redis' || usesKafka(victim))
          await eventually(async () => expect(await standing(victim)).toEqual({ status: 200, degraded: expected }))
          await eventually(async () => expect(await awayInMetrics(victim)).toEqual(expected))
        }
        process.stderr.write(`without ${away.join(' and ')}: ${JSON.stringify(tookMs)}\n`)
      },
      DEADLY_MS,
    )

    it(
      'does its work: a request is answered, a key issued, used and revoked',
      async () => {
        eventsBefore = receiver.deliveries.length
        expect(await first().status('GET', '/lounge')).toBe(404)
        const { key, _id } = await issue(issuer(0))
        const status = () => keyClient(urlOf(0), key).status('GET', '/whoami')
        await eventually(async () => expect(await status()).toBe(200), { timeoutMs: 6_000 })
        await issuer(0).text('DELETE', `/keys/${_id}`)
        await eventually(async () => expect(await status()).toBe(401), { timeoutMs: 6_000 })
      },
      DEADLY_MS,
    )

    it(
      'ends with 0 when it is told to, and starts again',
      async () => {
        const ends = await Promise.all(victims.map(async victim => [victim.label, await victim.terminate()]))
        await Promise.all(victims.map(victim => victim.start()))
        expect(ends).toEqual(victims.map(({ label }) => [label, 0]))
      },
      DEADLY_MS,
    )

    it(
      'takes part within 10 s of their return, and 8 s more where a dispatcher was killed without Kafka',
      async () => {
        await each(backend => backend.restart(), away)
        const backAt = performance.now()
        const told = () => expect(receiver.deliveries.length).toBeGreaterThan(eventsBefore)
        await eventually(told, { timeoutMs: 3 * BACK_WITHIN_MS, what: 'the event that waited is delivered' })
        const toldMs = Math.round(performance.now() - backAt)
        const whole = async () => {
          for (const victim of victims) expect(await standing(victim)).toEqual({ status: 200, degraded: [] })
        }
        await eventually(whole, { timeoutMs: 3 * BACK_WITHIN_MS })
        const wholeMs = Math.round(performance.now() - backAt)
        process.stderr.write(`${away.join(' and ')} back: ${JSON.stringify({ toldMs, wholeMs })}\n`)
        expect(Math.max(toldMs, wholeMs)).toBeLessThan(BACK_WITHIN_MS + (away.includes('kafka') ? DEAD_MEMBER_MS : 0))
        await startOthers()
        expect(await slowestNotice(issuer(1), urlOf(0))).toBeLessThan(NOTICED_WITHIN_MS)
        expect(await slowestNotice(issuer(0), urlOf(1))).toBeLessThan(NOTICED_WITHIN_MS)
      },
      DEADLY_MS,
    )
  })

  it(
    'has the spool of a gateway that is gone shipped when Kafka is back, by the task that waits for it',
    async () => {
      const [gateway] = cluster.gateways
      const told = receiver.deliveries.length
      await backends.kafka.kill()
      await first().status('GET', '/lounge')
      await gateway?.kill()
      const [command = '', ...args] = commandOf('gateway')
      const task = await startLocalProcess({
        command,
        args: [...args, 'ship-spool'],
        folder: await temporaryDirectory(),
        env: { ...settings, ...nowhere, SPOOL_DIR: join(gateway?.folder ?? '', 'spool') },
        ready: /spool\.send-failed/,
      })
      expect(task.isRunning()).toBe(true)
      await backends.kafka.restart()
      await eventually(() => !task.isRunning(), { what: 'the task has ended' })
      expect(await task.terminate()).toBe(0)
      await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(told))
      await gateway?.start()
    },
    DEADLY_MS,
  )

  it(
    'serves with the address of a Kafka and a Redis that are not there, and names both',
    async () => {
      const [kafkaPort, redisPort] = await findFreePorts(2)
      const wrong = {
        ...addressSettings([backends.mongodb]),
        KAFKA_BROKERS: `127.0.0.1:${kafkaPort}`,
        REDIS_URL: `redis://:a-password-of-redis@127.0.0.1:${redisPort}`,
        CLUSTER_PREFIX: `nowhere-${process.pid}-`,
        STOP_WITHIN_SECONDS: '6',
      }
      const folder = await temporaryDirectory()
      const lost = await startCluster({ settings: wrong, folder })
      const { ownerPassword, gateways } = lost
      const owner = ownerClient({ url: gateways[0]?.url ?? '', ownerPassword })
      expect(await owner.status('GET', '/whoami')).toBe(200)
      for (const one of lost.processes) {
        const text = await readiness(one).then(response => response.text())
        expect(text).toContain(`127.0.0.1:${redisPort}`)
        if (usesKafka(one)) expect(text).toContain(`127.0.0.1:${kafkaPort}`)
        expect(text).not.toContain('a-password-of-redis')
      }
      expect(await lost.stop()).toBe(true)
    },
    DEADLY_MS,
  )
})

const usesKafka = ({ service }: ServiceProcess) => service === 'gateway' || service === 'webhook-dispatcher'

const readiness = ({ adminUrl }: ServiceProcess) => fetch(`${adminUrl}/readyz`)

/** What the task is told beside: it asks nobody. */
const nowhere = {
  INTERNAL_SECRETS: 'a-secret-of-this-test-which-is-long-enough',
  ...Object.fromEntries(
    ['DATA', 'GRAPHQL_APPS', 'KEYS', 'WEBHOOKS'].map(name => [`UPSTREAM_${name}`, 'http://127.0.0.1:1']),
  ),
}

/** @returns how long it took (ms) */
async function timeUntilServing(service: ServiceProcess): Promise<number> {
  const startedAt = performance.now()
  const starting = service.start()
  await eventually(() => serves(service), { what: `${service.label} serves` })
  const tookMs = Math.round(performance.now() - startedAt)
  await starting
  return tookMs
}

/** Whatever it answers to a stranger. */
const serves = ({ url }: ServiceProcess) => fetch(url).then(response => response.status > 0)

async function standing(service: ServiceProcess) {
  const response = await readiness(service)
  const { degraded = [] } = (await response.json()) as { degraded?: string[] }
  return { status: response.status, degraded: degraded.toSorted() }
}

async function awayInMetrics({ adminUrl }: ServiceProcess): Promise<string[]> {
  const text = await fetch(`${adminUrl}/metrics`).then(response => response.text())
  return [...text.matchAll(/^sluice_dependency_up\{[^}]*dependency="(\w+)"[^}]*\} 0$/gm)]
    .map(([, name]) => String(name))
    .toSorted()
}

const issue = (client: HttpClient) =>
  client.json<{ key: string; _id: string }>('POST', '/keys', { name: 'for a while', expiresIn: 1 })

/** The longest of some times from the answer that issues a key at one gateway to its being good at another. */
async function slowestNotice(issuer: HttpClient, verifier: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { key } = await issue(issuer)
    const issuedAt = performance.now()
    await eventually(async () => expect(await keyClient(verifier, key).status('GET', '/whoami')).toBe(200))
    times.push(performance.now() - issuedAt)
  }
  return Math.max(...times)
}
