import { lookup } from 'node:dns'
import type { Dispatcher } from 'undici'
import { judgeTarget } from '../domain/destination.ts'
import type { PlannedRequest } from '../domain/plan-delivery.ts'
import type { OpenBlock } from '../domain/public-address.ts'
import type { Sender, SendOutcome } from '../ports.ts'
import { createExchangeHandler } from './exchange-handler.ts'
import { shareLookups } from './share-lookups.ts'
import { createTargetPools, type PoolOptions } from './target-pools.ts'

/**
 * Sends deliveries over kept HTTP/1.1 connections. Redirects, proxies and content encodings are never followed. Whoever
 * calls it, it connects to no address that is neither public nor opened.
 */
export function createUndiciSender(options: PoolOptions): Sender {
  const pools = createTargetPools({ ...options, resolve: shareLookups(options.resolve ?? lookup) })
  return {
    send: async request => refusalOf(request, options.open) ?? pools.use(request, pool => exchange(pool, request)),
    close: () => pools.close(),
  }
}

/** A host that is an address is never looked up, so the guard of the look-up doesn't see it. @returns undefined when it may be sent */
export function refusalOf({ url }: PlannedRequest, open: readonly OpenBlock[]): SendOutcome | undefined {
  const reason = judgeTarget(url, open)
  if (!reason) return undefined
  const message = `The url ${reason}.`
  return { kind: 'broken', stage: 'destination', code: 'DESTINATION_REFUSED', message, durationMs: 0 }
}

/** One request by one of these connections. @param watch wraps what undici tells of it */
export function exchange(
  pool: Pick<Dispatcher, 'dispatch'>,
  { url, headers, body, timeoutMs }: PlannedRequest,
  watch: (handler: Dispatcher.DispatchHandler) => Dispatcher.DispatchHandler = handler => handler,
): Promise<SendOutcome> {
  return new Promise(resolve => {
    const { handler, fail } = createExchangeHandler(timeoutMs, resolve)
    const path = url.pathname + url.search
    try {
      pool.dispatch({ path, method: 'POST', headers: { ...headers }, body }, watch(handler))
    } catch (error) {
      fail(error)
    }
  })
}
