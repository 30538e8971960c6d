import type { Dispatcher } from 'undici'
import type { PlannedRequest } from '../../domain/request/plan-delivery.ts'
import { judgeTarget } from '../../domain/target/destination.ts'
import type { OpenBlock } from '../../domain/target/public-address.ts'
import { inTurn } from '../../names/in-turn.ts'
import { unansweredWithin } from '../../names/name-lookup-error.ts'
import type { NameResolver } from '../../names/name-resolver.ts'
import { type WatchedLookups, watchLookups } from '../../names/watch-lookups.ts'
import type { LookupsFull, Sender, SendOutcome } from '../../ports/sender.ts'
import { describeSendError } from './describe-send-error.ts'
import { createExchangeHandler, type ExchangeOutcome } from './exchange-handler.ts'
import { createOnePool, createTargetPools, type PoolOptions } from './target-pools.ts'
import { watchConnections } from './watch-connections.ts'

export type SenderOptions = Omit<PoolOptions, 'resolve'> & { names: Pick<NameResolver, 'resolve' | 'turn'> }

/**
 * Sends deliveries over kept HTTP/1.1 connections. Redirects, proxies and content encodings are never followed. Whoever
 * calls it, it connects to no address that is neither public nor opened. A request whose kept connection breaks before any
 * byte of an answer goes out once more: most servers close idle connections without saying so.
 */
export function createUndiciSender({ names, ...options }: SenderOptions): Sender {
  const lookups = watchLookups(names.resolve)
  const pools = createTargetPools({ ...options, resolve: lookups.resolve })
  const connections = watchConnections()

  /** Sends a request once more, by a connection of its own, in what is left of its time. */
  async function sendAnew(request: PlannedRequest, spentMs: number): Promise<ExchangeOutcome> {
    const pool = createOnePool(request, options.open, lookups.resolve)
    try {
      const left = { ...request, timeoutMs: Math.max(1, request.timeoutMs - spentMs) }
      const { outcome } = await exchange(pool, left)
      return outcome.kind === 'full' ? outcome : { ...outcome, durationMs: outcome.durationMs + spentMs }
    } finally {
      await pool.destroy()
    }
  }

  return {
    async send(request) {
      const refusal = refusalOf(request, options.open)
      if (refusal) return refusal
      const send = async () => {
        const { outcome, error } = await pools.use(request, pool => exchange(pool, request))
        const isUnheard = outcome.kind === 'broken' && connections.wasLeftUnheard(error)
        return isUnheard ? sendAnew(request, outcome.durationMs) : outcome
      }
      return blameNameServer(await inTurn(names, request.url.hostname, send), request, lookups)
    },
    async close() {
      connections.close()
      await pools.close()
    },
  }
}

/** A delivery whose time went by while its name was looked up has not failed by its target. */
export function blameNameServer(
  outcome: SendOutcome | LookupsFull,
  { url: { hostname }, timeoutMs }: PlannedRequest,
  lookups: WatchedLookups,
): SendOutcome | LookupsFull {
  if (outcome.kind !== 'broken' || outcome.code !== 'TIMEOUT' || outcome.stage !== 'connect') return outcome
  return lookups.isAsking(hostname)
    ? { ...outcome, ...describeSendError(unansweredWithin(hostname, timeoutMs), false) }
    : outcome
}

/** A host that is an address is never looked up, so the guard of the look-up doesn't see it. @returns undefined when it may be sent */
export function refusalOf({ url }: PlannedRequest, open: readonly OpenBlock[]): SendOutcome | undefined {
  const reason = judgeTarget(url, open)
  if (!reason) return undefined
  const message = `The url ${reason}.`
  return { kind: 'broken', stage: 'destination', code: 'DESTINATION_REFUSED', message, durationMs: 0 }
}

/** How an exchange ended. `error`: of the connection, where it gave one. */
export type ClosedExchange = { outcome: ExchangeOutcome; error: unknown }

/** One request by one of these connections. @param watch wraps what undici tells of it */
export function exchange(
  pool: Pick<Dispatcher, 'dispatch'>,
  { url, headers, body, timeoutMs }: PlannedRequest,
  watch: (handler: Dispatcher.DispatchHandler) => Dispatcher.DispatchHandler = handler => handler,
): Promise<ClosedExchange> {
  return new Promise(resolve => {
    const { handler, fail } = createExchangeHandler(timeoutMs, (outcome, error) => resolve({ outcome, error }))
    const path = url.pathname + url.search
    try {
      pool.dispatch({ path, method: 'POST', headers: { ...headers }, body }, watch(handler))
    } catch (error) {
      fail(error)
    }
  })
}
