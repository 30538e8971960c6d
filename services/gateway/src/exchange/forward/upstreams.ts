import type { UpstreamName } from '@sluice/contracts'
import { upstreamName } from '@sluice/contracts'
import { type InProcessLine, observing } from '@sluice/service-kit'
import { buildConnector, type Dispatcher, Pool } from 'undici'
import { codeOf } from '../arrive/service-fault.ts'

/** The address of a service: behind a pool of kept-alive connections, or in the same process. */
export type UpstreamAddress = { socketPath: string } | { url: string } | { line: InProcessLine }
/** Where the services are. Without an MCP service assistants are not served. */
export type UpstreamAddresses = Readonly<Record<Exclude<UpstreamName, 'mcp'>, UpstreamAddress>> & {
  readonly mcp?: UpstreamAddress | undefined
}
/** The ways to one service: by connections that are kept, and for requests that each want one of their own. */
export type ServiceWays = {
  kept: Dispatcher
  unkept: Dispatcher
  /** Requests that wait until others have been answered. */
  waiting(): number
  close(): Promise<unknown>
}
export type Upstreams = {
  /** @returns undefined for the MCP service where there is none */
  ways(name: UpstreamName): ServiceWays | undefined
  close(): Promise<void>
}

const CONNECTIONS = 128
/** A connection that nobody uses is closed from here, long before the service would: so none is used that it has given up. */
const IDLE_MS = 10_000
const CONNECT_TIMEOUT_MS = 3_000
const QUEUE_FULL_WAIT_MS = 10
const PATIENCE_MS = 60_000

/** How long (ms) a service behind a connection may be silent, and how long a connection that nobody uses is kept. */
export type ServicePatience = { silentMs?: number | undefined; idleMs?: number | undefined }

export function openUpstreams(addresses: UpstreamAddresses, patience: ServicePatience = {}): Upstreams {
  const ways = new Map<UpstreamName, ServiceWays>()
  for (const name of upstreamName.options) {
    const address = addresses[name]
    if (address) ways.set(name, 'line' in address ? waysByLine(address.line) : waysByPool(address, patience))
  }
  observing('gateway').gauge(
    'gateway_upstream_waiting',
    'Requests that wait for others to be answered by a service',
    () => [...ways].map(([service, { waiting }]) => [waiting(), { service }]),
  )
  return {
    ways: name => ways.get(name),
    async close() {
      await Promise.all([...ways.values()].map(({ close }) => close()))
    },
  }
}

/** Whoever runs the service ends its line. */
const waysByLine = ({ dispatcher, waiting }: InProcessLine): ServiceWays => ({
  kept: dispatcher,
  unkept: dispatcher,
  waiting,
  close: async () => {},
})

type PooledAddress = Exclude<UpstreamAddress, { line: InProcessLine }>

function waysByPool(
  address: PooledAddress,
  { silentMs = PATIENCE_MS, idleMs = IDLE_MS }: ServicePatience,
): ServiceWays {
  const limits = {
    connections: CONNECTIONS,
    keepAliveMaxTimeout: idleMs,
    allowH2: false,
    headersTimeout: silentMs,
    bodyTimeout: silentMs,
  }
  const kept = openPool(address, limits)
  const unkept = openPool(address, { ...limits, pipelining: 0 })
  return {
    kept,
    unkept,
    waiting: () => kept.stats.queued,
    close: () => Promise.all([kept.destroy(), unkept.destroy()]),
  }
}

function openPool(address: PooledAddress, limits: Pool.Options): Pool {
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
