import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Listener } from '../http/listener.ts'
import { startTelemetry } from '../telemetry/telemetry.ts'
import { type Degradation, startAdminServer } from './admin-server.ts'

let listener: Listener
let missing: string[] = []
let degraded: Degradation[] = []
const telemetry = startTelemetry()

beforeAll(async () => {
  listener = await startAdminServer({
    address: { host: '127.0.0.1', port: 0 },
    readiness: () => missing,
    degradation: () => degraded,
    serveMetrics: telemetry.serveMetrics,
  })
})
afterAll(async () => {
  await telemetry.stop()
  await listener.close(0)
})

async function ask(path: string) {
  const { address } = listener
  const [response]: IncomingMessage[] = await once(
    get({ port: 'port' in address ? address.port : 0, path }),
    'response',
  )
  return { status: response?.statusCode, text: String(await response?.toArray()) }
}

describe('the admin port', () => {
  it('says that the process is alive also when it is not ready', async () => {
    missing = ['The document store does not answer.']
    expect((await ask('/healthz')).status).toBe(200)
  })

  it('is ready when nothing is missing', async () => {
    missing = []
    expect(await ask('/readyz')).toMatchObject({ status: 200 })
  })

  it('names what is missing until it is ready', async () => {
    missing = ['The document store does not answer.']
    expect(await ask('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('document store') })
  })

  it('stays ready with less than it should have, and says what that is', async () => {
    missing = []
    const since = Date.UTC(2026, 0, 2)
    const told = { effect: 'Changes take 2 s.', error: 'connect ECONNREFUSED 127.0.0.1:1' }
    degraded = [{ dependency: 'redis', since, ...told }]
    const { status, text } = await ask('/readyz')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      status: 'ready',
      degraded: ['redis'],
      dependencies: { redis: { since: '2026-01-02T00:00:00.000Z', ...told } },
    })
    degraded = []
  })

  it('serves metrics in the text form of Prometheus', async () => {
    expect(await ask('/metrics')).toMatchObject({ status: 200, text: expect.stringContaining('# ') })
  })

  it('serves nothing else', async () => {
    expect(await ask('/keys')).toMatchObject({ status: 404 })
  })
})
