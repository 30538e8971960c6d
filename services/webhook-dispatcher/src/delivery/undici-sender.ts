import type { PlannedRequest } from '../domain/plan-delivery.ts'
import type { Sender, SendOutcome } from '../ports.ts'
import { createExchangeHandler } from './exchange-handler.ts'
import { createTargetPools, type PoolOptions } from './target-pools.ts'

/** Sends deliveries over kept HTTP/1.1 connections. Redirects, proxies and content encodings are never followed. */
export function createUndiciSender(options: PoolOptions): Sender {
  const pools = createTargetPools(options)
  return {
    send: request => pools.use(request, pool => exchange(pool, request)),
    close: () => pools.close(),
  }
}

type Pool = Parameters<Parameters<ReturnType<typeof createTargetPools>['use']>[1]>[0]

function exchange(pool: Pool, { url, headers, body, timeoutMs }: PlannedRequest): Promise<SendOutcome> {
  return new Promise(resolve => {
    const { handler, fail } = createExchangeHandler(timeoutMs, resolve)
    try {
      pool.dispatch({ path: url.pathname + url.search, method: 'POST', headers: { ...headers }, body }, handler)
    } catch (error) {
      fail(error)
    }
  })
}
