import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startService } from '@sluice/e2e'
import { findFreePorts, startLocalProcess } from '@sluice/testkit/backends'
import { Pool } from 'undici'
import { cpuMs, pin } from './cluster-processes.ts'
import type { ClusterWorld } from './cluster-world.ts'
import { type Figure, quantile } from './figure.ts'

const CONNECTIONS = 16
const ROUNDS = 5
const REQUESTS = 5_000
const WARM_UP_REQUESTS = 40_000
/** What was begun before is shipped then, and belongs to no round. */
const SETTLE_MS = 500
const MEASURED_CORES = '0'
const LOAD_CORES = '1'
const BARE_PROXY = fileURLToPath(new URL('./cluster-bare-proxy.ts', import.meta.url))

class WrongLoadError extends Error {
  override name = 'WrongLoadError'
}

type Proxy = { url: string; pid(): number; end(): Promise<unknown> }

/**
 * The CPU that one proxied GET of 1 kB costs: of a gateway of the cluster, by key, with events on, and of a bare proxy
 * to the same service, in turn under the same load. The dispatchers stand still meanwhile.
 */
export async function measureProxyCost(world: ClusterWorld): Promise<Figure[]> {
  const service = await startDocumentService()
  const [gatewayPort = 0, adminPort = 0, barePort = 0] = await findFreePorts(3)
  const authorization = `Bearer ${(await world.issue()).key}`
  const url = `http://127.0.0.1:${gatewayPort}`
  const gateway = await startMeasuredGateway(world, { service: service.url, ports: { port: gatewayPort, adminPort } })
  const bare = await startBareProxy(world, { service: service.url, port: barePort })
  const { dispatchers } = world.cluster
  for (const dispatcher of dispatchers) dispatcher.freeze()
  pin(process.pid, LOAD_CORES)
  try {
    const costs = await measureInTurn([{ ...gateway, url }, bare], authorization)
    const [ours = Number.NaN, theirs = Number.NaN] = costs.map(values => quantile(values, 0.5))
    const shipped = await shippedEvents(gateway.adminUrl)
    if (shipped < ROUNDS * REQUESTS) throw new WrongLoadError(`Only ${shipped} events were shipped: were events on?`)
    const name = 'CPU of a proxied GET of 1 kB'
    return [
      { name: `${name}, gateway with events`, value: ours, unit: 'µs', bar: '' },
      { name: `${name}, bare node:http + undici proxy`, value: theirs, unit: 'µs', bar: '' },
      { name: `${name}, ratio`, value: ours / theirs, unit: 'times', bar: '≤ 2' },
    ]
  } finally {
    for (const dispatcher of dispatchers) dispatcher.thaw()
    await Promise.all([gateway.end(), bare.end()])
    service.close()
  }
}

/** Answers every request with the same document of 1 kB, as the data service would. */
async function startDocumentService() {
  const document = Buffer.from(JSON.stringify({ _id: 'SFO', text: 'x'.repeat(1_000) }))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    etag: '"5f1b"',
    'content-length': document.length,
  }
  const server = createServer((_request, response) => response.writeHead(200, headers).end(document))
  const [port = 0] = await findFreePorts(1)
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

type GatewayPlace = { service: string; ports: { port: number; adminPort: number } }

async function startMeasuredGateway({ folder, settings }: ClusterWorld, { service, ports }: GatewayPlace) {
  const label = 'gateway-measured'
  const upstreams = {
    UPSTREAM_DATA: service,
    UPSTREAM_GRAPHQL_APPS: service,
    UPSTREAM_KEYS: service,
    UPSTREAM_WEBHOOKS: service,
  }
  const own = { ...settings, ...upstreams, SPOOL_DIR: join(folder, label, 'spool'), LOG_LEVEL: 'info' }
  const running = await startService({ label, service: 'gateway', ports, settings: own, folder })
  return { adminUrl: running.adminUrl, pid: running.pid, end: running.terminate }
}

async function startBareProxy(world: ClusterWorld, place: { service: string; port: number }): Promise<Proxy> {
  const folder = join(world.folder, 'bare-proxy')
  await mkdir(folder)
  const args = ['--max-semi-space-size=8', BARE_PROXY, String(place.port), place.service]
  const running = await startLocalProcess({ command: process.execPath, args, folder, ready: /ready/ })
  return { url: `http://127.0.0.1:${place.port}`, pid: running.pid, end: running.kill }
}

/** @returns for each proxy the µs per request of each round */
async function measureInTurn(proxies: readonly Proxy[], authorization: string): Promise<number[][]> {
  const costs: number[][] = proxies.map(() => [])
  for (const proxy of proxies) {
    pin(proxy.pid(), MEASURED_CORES)
    await load(proxy, authorization, WARM_UP_REQUESTS)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, proxy] of proxies.entries()) {
      const before = await cpuMs(proxy.pid())
      await load(proxy, authorization, REQUESTS)
      costs[index]?.push((1000 * ((await cpuMs(proxy.pid())) - before)) / REQUESTS)
    }
  }
  return costs
}

async function load({ url }: Proxy, authorization: string, requests: number): Promise<void> {
  const pool = new Pool(url, { connections: CONNECTIONS })
  let left = requests
  const client = async () => {
    while (left > 0) {
      left -= 1
      const { statusCode, body } = await pool.request({
        path: '/routes/SFO',
        method: 'GET',
        headers: { authorization },
      })
      await body.dump()
      if (statusCode !== 200) throw new WrongLoadError(`${url} answered ${statusCode}.`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  await wait(SETTLE_MS)
  await pool.close()
}

async function shippedEvents(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(/^sluice_events_shipped\S* (\d+)/m.exec(text)?.[1] ?? 0)
}
