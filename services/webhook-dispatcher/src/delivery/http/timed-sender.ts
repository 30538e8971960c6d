import { type buildConnector, Client, type Dispatcher } from 'undici'
import type { PlannedRequest } from '../../domain/request/plan-delivery.ts'
import { hostOf } from '../../domain/target/destination.ts'
import { inTurn } from '../../names/in-turn.ts'
import type { ResolveAll } from '../../names/name-resolver.ts'
import { watchLookups } from '../../names/watch-lookups.ts'
import type { Sent } from '../../ports/sender.ts'
import { createConnector } from './connector.ts'
import { CONNECTION_LIMITS } from './target-pools.ts'
import { createTunnels } from './tunnels.ts'
import { blame, exchange, refusalOf, type SenderOptions } from './undici-sender.ts'

/** How long each stage took, in ms; null where it did not come about, or did not end. */
export type SendStages = {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  /** From the request to the head of its answer. */
  firstByteMs: number | null
}

export type TimedOptions = Pick<SenderOptions, 'open' | 'names' | 'proxy'>

/** Sends one request by a connection of its own, under the same rules as deliveries, and times it. */
export function createTimedSender({ open, names, proxy }: TimedOptions) {
  const stages: SendStages = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null }
  return {
    stages: (): SendStages => ({ ...stages }),
    async send(request: PlannedRequest): Promise<Sent> {
      const refusal = refusalOf(request, open)
      if (refusal) return refusal
      const lookups = watchLookups(timedLookup(names.resolve, stages))
      const { resolve } = lookups
      const tunnels = createTunnels({ proxy, open, resolve })
      const { url, port } = request
      const connect = timedConnector(createConnector({ host: hostOf(url), port }, { open, resolve, tunnels }), stages)
      const client = new Client(url.origin, { ...CONNECTION_LIMITS, connect })
      try {
        const send = async () => (await exchange(client, request, handler => timedHandler(handler, stages))).outcome
        return blame(await inTurn(names, url.hostname, send), request, { lookups, tunnels })
      } finally {
        await client.destroy()
      }
    },
    close: async () => {},
  }
}

function timedLookup(resolve: ResolveAll, stages: SendStages): ResolveAll {
  return async name => {
    const elapsed = startClock()
    try {
      return await resolve(name)
    } finally {
      stages.dnsMs = elapsed()
    }
  }
}

/** The steps of a connector one after the other, so that each can be timed: the connection, then TLS over it. */
function timedConnector(connect: buildConnector.connector, stages: SendStages): buildConnector.connector {
  return (target, callback) => {
    const connected = startClock()
    connect({ ...target, protocol: 'http:', port: portOf(target), servername: undefined }, (...opened) => {
      const [error, socket] = opened
      if (error) return callback(...opened)
      stages.connectMs = round(connected() - (stages.dnsMs ?? 0))
      if (target.protocol !== 'https:') return callback(...opened)
      const secured = startClock()
      connect({ ...target, httpSocket: socket }, (...outcome) => {
        if (!outcome[0]) stages.tlsMs = secured()
        callback(...outcome)
      })
    })
  }
}

const portOf = ({ port, protocol }: buildConnector.Options) => port || (protocol === 'https:' ? '443' : '80')

function timedHandler(handler: Dispatcher.DispatchHandler, stages: SendStages): Dispatcher.DispatchHandler {
  let answered = startClock()
  return {
    onRequestStart(...started) {
      answered = startClock()
      handler.onRequestStart?.(...started)
    },
    onResponseStart(...head) {
      stages.firstByteMs ??= answered()
      handler.onResponseStart?.(...head)
    },
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...failure) => handler.onResponseError?.(...failure),
  }
}

/** @returns the ms since it was called */
export function startClock(): () => number {
  const since = performance.now()
  return () => round(performance.now() - since)
}

const round = (ms: number) => Math.round(Math.max(0, ms) * 10) / 10
