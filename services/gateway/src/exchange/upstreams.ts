import type { UpstreamName } from '@sluice/contracts'
import { upstreamName } from '@sluice/contracts'
import { Pool } from 'undici'

/** Where the services are: each behind a pool of kept-alive connections. */
export type UpstreamAddress = { socketPath: string } | { url: string }
export type Upstreams = { pool(name: UpstreamName): Pool; close(): Promise<void> }

const CONNECTIONS = 128
const CONNECT_TIMEOUT_MS = 3_000
const HEADERS_TIMEOUT_MS = 60_000
const BODY_TIMEOUT_MS = 60_000

export function openUpstreams(addresses: Readonly<Record<UpstreamName, UpstreamAddress>>): Upstreams {
  const pools = new Map(upstreamName.options.map(name => [name, openPool(addresses[name])]))
  return {
    pool(name) {
      const pool = pools.get(name)
      if (!pool) throw new RangeError(`No address is known for the service ${name}.`)
      return pool
    },
    async close() {
      await Promise.all([...pools.values()].map(pool => pool.destroy()))
    },
  }
}

function openPool(address: UpstreamAddress): Pool {
  const limits = {
    connections: CONNECTIONS,
    allowH2: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
  }
  const connect = { timeout: CONNECT_TIMEOUT_MS }
  return 'socketPath' in address
    ? new Pool('http://service', { ...limits, connect: { ...connect, socketPath: address.socketPath } })
    : new Pool(new URL(address.url).origin, { ...limits, connect })
}
