import type { UpstreamName } from '@sluice/contracts'
import { upstreamName } from '@sluice/contracts'
import { observing } from '@sluice/service-kit'
import { buildConnector, Pool } from 'undici'
import { codeOf } from '../arrive/service-fault.ts'

/** The address of a service, which is behind a pool of kept-alive connections. */
export type UpstreamAddress = { socketPath: string } | { url: string }
/** Where the services are. Without an MCP service assistants are not served. */
export type UpstreamAddresses = Readonly<Record<Exclude<UpstreamName, 'mcp'>, UpstreamAddress>> & {
  readonly mcp?: UpstreamAddress | undefined
}
/** The connections to one service: those that are kept, and for requests that each want one of their own. */
export type ServicePools = { kept: Pool; unkept: Pool }
export type Upstreams = {
  /** @returns undefined for the MCP service where there is none */
  pools(name: UpstreamName): ServicePools | undefined
  close(): Promise<void>
}

const CONNECTIONS = 128
/** A connection that nobody uses is closed from here, long before the service would: so none is used that it has given up. */
const IDLE_MS = 10_000
const CONNECT_TIMEOUT_MS = 3_000
const QUEUE_FULL_WAIT_MS = 10
const HEADERS_TIMEOUT_MS = 60_000
const BODY_TIMEOUT_MS = 60_000

export function openUpstreams(addresses: UpstreamAddresses): Upstreams {
  const pools = new Map<UpstreamName, ServicePools>()
  for (const name of upstreamName.options) {
    const address = addresses[name]
    if (address) pools.set(name, { kept: openPool(address), unkept: openPool(address, NOT_KEPT) })
  }
  observing('gateway').gauge('gateway_upstream_waiting', 'Requests that wait for a connection to a service', () =>
    [...pools].map(([service, { kept }]) => [kept.stats.queued, { service }]),
  )
  return {
    pools: name => pools.get(name),
    async close() {
      await Promise.all([...pools.values()].flatMap(({ kept, unkept }) => [kept.destroy(), unkept.destroy()]))
    },
  }
}

const NOT_KEPT = { pipelining: 0 }

function openPool(address: UpstreamAddress, kind: typeof NOT_KEPT | undefined = undefined): Pool {
  const limits = {
    ...kind,
    connections: CONNECTIONS,
    keepAliveMaxTimeout: IDLE_MS,
    allowH2: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
  }
  const reach = { timeout: CONNECT_TIMEOUT_MS, allowH2: false }
  return 'socketPath' in address
    ? new Pool('http://service', { ...limits, connect: patient({ ...reach, socketPath: address.socketPath }) })
    : new Pool(new URL(address.url).origin, { ...limits, connect: patient(reach) })
}

/** A Unix socket whose queue of connections is full says so at once, where TCP would wait: then we wait. */
function patient(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options)
  const attempt = (target: buildConnector.Options, callback: buildConnector.Callback, left: number) =>
    connect(target, (...outcome) => {
      const isQueueFull = left > 0 && codeOf(outcome[0]) === 'EAGAIN'
      if (isQueueFull) setTimeout(() => attempt(target, callback, left - 1), QUEUE_FULL_WAIT_MS)
      else callback(...outcome)
    })
  return (target, callback) => attempt(target, callback, CONNECT_TIMEOUT_MS / QUEUE_FULL_WAIT_MS)
}
