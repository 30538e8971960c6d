import { Client } from 'undici'
import type { PlannedRequest } from '../../domain/request/plan-delivery.ts'
import { hostOf } from '../../domain/target/destination.ts'
import { type ConnectorDependencies, createConnector } from './connector.ts'

export type PoolOptions = ConnectorDependencies & {
  /** Connections to one target. */
  perTarget: number
  /** Targets with connections; more than there are slots, so that there is always an idle one to close. */
  maxTargets: number
}

const MAX_RESPONSE_HEADER_BYTES = 16 * 1024
/** Before the 5 s after which many servers close, without saying so: a request that crosses it has failed. */
const KEEP_ALIVE_MS = 4_000
const KEEP_ALIVE_MAX_MS = 60_000

/** What holds for every connection to a target. */
export const CONNECTION_LIMITS = {
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
  // Both are held by the deadline of the whole delivery.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const

/**
 * Connections to one target, which share its TLS sessions. Those that nothing is under way on are `idle`, the one that was used
 * last at the end. Undici's own pool has a queue of 16 kB for requests without a connection, of which there are none: each has a slot.
 */
type TargetPool = { readonly open: () => Client; readonly clients: Client[]; readonly idle: Client[]; busy: number }

/** Kept connections per target, bounded: the target that has been idle longest is closed for a new one. */
export function createTargetPools(options: PoolOptions) {
  const pools = new Map<string, TargetPool>()

  function enter(request: PlannedRequest): TargetPool {
    const { target } = request
    const pool = pools.get(target) ?? { open: clientsOf(request, options), clients: [], idle: [], busy: 0 }
    pools.delete(target)
    pools.set(target, pool)
    pool.busy += 1
    if (pools.size > options.maxTargets) closeOldestIdle()
    return pool
  }

  function closeOldestIdle(): void {
    for (const [target, { clients, busy }] of pools) {
      if (busy > 0) continue
      pools.delete(target)
      for (const client of clients) void client.destroy()
      return
    }
  }

  function connect({ open, clients }: TargetPool): Client {
    const made = open()
    clients.push(made)
    return made
  }

  async function byClient<T>(pool: TargetPool, work: ClientWork<T>): Promise<T> {
    const isFull = pool.clients.length >= options.perTarget
    // Slots are as many as connections; who had none would wait for the connection that is there longest.
    const client = pool.idle.pop() ?? (isFull ? pool.clients[0] : undefined) ?? connect(pool)
    try {
      return await work(client)
    } finally {
      if (!pool.idle.includes(client)) pool.idle.push(client)
    }
  }

  return {
    /** Runs `work` with a connection to the request's target. */
    async use<T>(request: PlannedRequest, work: ClientWork<T>): Promise<T> {
      const pool = enter(request)
      try {
        return await byClient(pool, work)
      } finally {
        pool.busy -= 1
      }
    },
    async close(): Promise<void> {
      const clients = [...pools.values()].flatMap(pool => pool.clients)
      await Promise.all(clients.map(client => client.destroy()))
      pools.clear()
    },
  }
}

type ClientWork<T> = (client: Client) => Promise<T>
type RequestTarget = Pick<PlannedRequest, 'url' | 'port'>

/**
 * Makes connections to the target of a request, which share TLS sessions; each is opened once something is sent by it, and anew
 * where it was closed.
 */
export function clientsOf({ url, port }: RequestTarget, dependencies: ConnectorDependencies): () => Client {
  const connect = createConnector({ host: hostOf(url), port }, dependencies)
  return () => new Client(url.origin, { ...CONNECTION_LIMITS, connect })
}
