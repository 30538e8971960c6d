import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findFreePorts } from '@sluice/testkit/backends'
import { commandOf, type ServiceName } from './service-process.ts'

const PASSWORD = 'a-password-of-a-backend'
const START_LIMIT_MS = 15_000

/** Runs a service that is expected to refuse. @returns its exit code, all that it printed, and how long it took (ms) */
async function run(service: ServiceName, env: Readonly<Record<string, string>>) {
  const startedAt = performance.now()
  const [command = '', ...args] = commandOf(service)
  const child = spawn(command, args, { env: { PORT: '0', ADMIN_PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      printed += String(chunk)
    })
  }
  const code = await new Promise(resolve => child.once('close', resolve))
  return { code, printed, tookMs: performance.now() - startedAt }
}

/** What stands in the way, as the log has it. */
function reasonsIn(printed: string): string[] {
  const last = printed.split('\n').find(line => line.includes('service.failed-to-start')) ?? '{}'
  return (JSON.parse(last) as { reasons?: string[] }).reasons ?? []
}

describe('a process of a cluster that can not start', () => {
  /** Takes connections and never says a word. */
  const silent = createServer()
  const sockets = new Set<Socket>()
  let silentPort = 0

  beforeAll(async () => {
    silent.on('connection', socket => {
      sockets.add(socket)
      socket.on('error', () => undefined)
    })
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    silentPort = (silent.address() as AddressInfo).port
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  const addresses = ([mongo = 0, kafka = 0, redis = 0]: readonly number[]) => ({
    MONGODB_URI: `mongodb://sluice:${PASSWORD}@127.0.0.1:${mongo}/`,
    KAFKA_BROKERS: `127.0.0.1:${kafka}`,
    REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${redis}`,
    INTERNAL_SECRETS: 'a-secret-of-this-test-which-is-long-enough',
  })

  it('names every setting that is missing or wrong at once, and shows no secret', async () => {
    const { code, printed } = await run('gateway', { MONGODB_URI: `http://${PASSWORD}`, UPSTREAM_DATA: 'data:8080' })
    expect(code).toBe(1)
    const names = ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'INTERNAL_SECRETS', 'SPOOL_DIR', 'UPSTREAM_DATA']
    for (const name of names) expect(printed).toContain(name)
    expect(printed).not.toContain(PASSWORD)
  }, 30_000)

  it('says within 15 s that the store is not there, where it looked and what to do', async () => {
    const ports = await findFreePorts(3)
    const { code, printed, tookMs } = await run('keys', addresses(ports))
    expect(code).toBe(1)
    expect(tookMs).toBeLessThan(START_LIMIT_MS)
    const reasons = reasonsIn(printed)
    expect(reasons).toEqual([expect.stringContaining(`127.0.0.1:${ports[0]}`)])
    expect(reasons).toEqual([expect.stringContaining('Check that')])
    expect(printed).not.toContain(PASSWORD)
  }, 30_000)

  it('says at once what is wrong with the store and with the settings of Kafka, which it does not ask yet', async () => {
    const settings = { ...addresses(await findFreePorts(3)), KAFKA_SASL_MECHANISM: 'plain' }
    const { code, printed } = await run('gateway', {
      ...settings,
      KAFKA_SASL_USERNAME: 'sluice',
      KAFKA_SASL_PASSWORD: PASSWORD,
      SPOOL_DIR: '/nowhere',
      ...Object.fromEntries(['DATA', 'GRAPHQL_APPS', 'KEYS', 'WEBHOOKS'].map(name => [`UPSTREAM_${name}`, 'http://a'])),
    })
    expect(code).toBe(1)
    expect(reasonsIn(printed)).toEqual([expect.any(String), expect.stringContaining('KAFKA_TLS=1')])
    expect(printed).not.toContain(PASSWORD)
  }, 30_000)

  it('says the same within 15 s when all three take connections and never answer', async () => {
    const { code, printed, tookMs } = await run('keys', addresses([silentPort, silentPort, silentPort]))
    expect(code).toBe(1)
    expect(tookMs).toBeLessThan(START_LIMIT_MS)
    expect(reasonsIn(printed)).toHaveLength(1)
    expect(printed).not.toContain(PASSWORD)
  }, 30_000)
})
