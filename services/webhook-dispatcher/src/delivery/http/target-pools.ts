import { Pool } from 'undici'
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

type PoolEntry = { pool: Pool; busy: number }

/** Kept connections per target, bounded: the target that has been idle longest is closed for a new one. */
export function createTargetPools(options: PoolOptions) {
  const pools = new Map<string, PoolEntry>()

  function enter({ target, url, port }: PlannedRequest): PoolEntry {
    const entry = pools.get(target) ?? { pool: createPool({ url, port }, options), busy: 0 }
    pools.delete(target)
    pools.set(target, entry)
    entry.busy += 1
    if (pools.size > options.maxTargets) closeOldestIdle()
    return entry
  }

  function closeOldestIdle(): void {
    for (const [target, { pool, busy }] of pools) {
      if (busy > 0) continue
      pools.delete(target)
      void pool.destroy()
      return
    }
  }

  return {
    /** Runs `work` with the connections of the request's target. */
    async use<T>(request: PlannedRequest, work: (pool: Pool) => Promise<T>): Promise<T> {
      const entry = enter(request)
      try {
        return await work(entry.pool)
      } finally {
        entry.busy -= 1
      }
    },
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()))
      pools.clear()
    },
  }
}

/** One connection that was never used, for one request. */
export const createOnePool = ({ url, port }: RequestTarget, dependencies: ConnectorDependencies): Pool =>
  createPool({ url, port }, { ...dependencies, perTarget: 1 })

type RequestTarget = Pick<PlannedRequest, 'url' | 'port'>

function createPool(
  { url, port }: RequestTarget,
  { perTarget, ...dependencies }: Omit<PoolOptions, 'maxTargets'>,
): Pool {
  return new Pool(url.origin, {
    ...CONNECTION_LIMITS,
    connections: perTarget,
    connect: createConnector({ host: hostOf(url), port }, dependencies),
  })
}
