import type { Dispatcher } from 'undici'
import type { PlannedRequest } from '../../domain/request/plan-delivery.ts'
import { hostOf, judgeTarget } from '../../domain/target/destination.ts'
import type { ProxyServer } from '../../domain/target/proxy-server.ts'
import type { OpenBlock } from '../../domain/target/public-address.ts'
import { inTurn } from '../../names/in-turn.ts'
import { unansweredWithin } from '../../names/name-lookup-error.ts'
import type { NameResolver } from '../../names/name-resolver.ts'
import { type WatchedLookups, watchLookups } from '../../names/watch-lookups.ts'
import type { Sender, SendOutcome, Sent } from '../../ports/sender.ts'
import { describeSendError } from './describe-send-error.ts'
import { createExchangeHandler } from './exchange-handler.ts'
import { clientsOf, createTargetPools, type PoolOptions } from './target-pools.ts'
import { createTunnels, type Tunnels } from './tunnels.ts'
import { watchConnections } from './watch-connections.ts'

type BrokenSend = Extract<SendOutcome, { kind: 'broken' }>

export type SenderOptions = Omit<PoolOptions, 'resolve' | 'tunnels'> & {
  names: Pick<NameResolver, 'resolve' | 'turn'>
  /** The proxy that requests leave by. */
  proxy?: ProxyServer | undefined
}

/**
 * Sends deliveries over kept HTTP/1.1 connections. Redirects and content encodings are never followed. Whoever calls it, it
 * connects to no address that is neither public nor opened, and has no proxy connect to one. A request whose kept connection breaks before any
 * byte of an answer goes out once more: most servers close idle connections without saying so.
 */
export function createUndiciSender({ names, proxy, open, perTarget, maxTargets }: SenderOptions): Sender {
  const lookups = watchLookups(names.resolve)
  const { resolve } = lookups
  const tunnels = createTunnels({ proxy, open, resolve })
  const pools = createTargetPools({ open, resolve, tunnels, perTarget, maxTargets })
  const connections = watchConnections()

  /** Sends a request once more, by a connection of its own, in what is left of its time. */
  async function sendAnew(request: PlannedRequest, broken: BrokenSend): Promise<Sent> {
    const client = clientsOf(request, { open, resolve, tunnels })()
    try {
      const left = { ...request, timeoutMs: Math.max(1, request.timeoutMs - broken.durationMs) }
      const { outcome } = await exchange(client, left)
      // The first one may have been heard after all.
      if (outcome.kind === 'held-up') return broken
      return outcome.kind === 'full' ? outcome : { ...outcome, durationMs: outcome.durationMs + broken.durationMs }
    } finally {
      await client.destroy()
    }
  }

  return {
    async send(request) {
      const refusal = refusalOf(request, open)
      if (refusal) return refusal
      const send = async () => {
        const { outcome, error } = await pools.use(request, client => exchange(client, request))
        if (outcome.kind !== 'broken' || !connections.wasLeftUnheard(error)) return outcome
        return sendAnew(request, outcome)
      }
      return blame(await inTurn(names, request.url.hostname, send), request, { lookups, tunnels })
    },
    async close() {
      connections.close()
      await pools.close()
    },
  }
}

/** What stands between here and a target. */
type ConnectionWatches = { lookups: WatchedLookups; tunnels: Tunnels }

/** A request whose time ended before there was a connection waited for what was still being asked, if anything was: a name server, or the proxy. */
export function blame(
  outcome: Sent,
  { url, port, timeoutMs }: PlannedRequest,
  { lookups, tunnels }: ConnectionWatches,
): Sent {
  if (outcome.kind !== 'broken' || outcome.code !== 'TIMEOUT' || outcome.stage !== 'connect') return outcome
  const { hostname } = url
  const fault = lookups.isAsking(hostname)
    ? unansweredWithin(hostname, timeoutMs)
    : tunnels.unopenedWithin(hostOf(url), port, timeoutMs)
  return fault ? { ...outcome, ...describeSendError(fault, false) } : outcome
}

/** A host that is an address is never looked up, so the guard of the look-up doesn't see it. @returns undefined when it may be sent */
export function refusalOf({ url }: PlannedRequest, open: readonly OpenBlock[]): SendOutcome | undefined {
  const reason = judgeTarget(url, open)
  if (!reason) return undefined
  const message = `The url ${reason}.`
  return { kind: 'broken', stage: 'destination', code: 'DESTINATION_REFUSED', message, durationMs: 0 }
}

/** How an exchange ended. `error`: of the connection, where it gave one. */
export type ClosedExchange = { outcome: Sent; error: unknown }

/** One request by this connection. @param watch wraps what undici tells of it */
export function exchange(
  client: Pick<Dispatcher, 'dispatch'>,
  { url, headers, body, timeoutMs }: PlannedRequest,
  watch: (handler: Dispatcher.DispatchHandler) => Dispatcher.DispatchHandler = handler => handler,
): Promise<ClosedExchange> {
  return new Promise(resolve => {
    const { handler, fail } = createExchangeHandler(timeoutMs, (outcome, error) => resolve({ outcome, error }))
    const path = url.pathname + url.search
    try {
      client.dispatch({ path, method: 'POST', headers: { ...headers }, body }, watch(handler))
    } catch (error) {
      fail(error)
    }
  })
}
