import type { Transport } from '../http/transport.ts'
import { openTail } from '../tail.ts'
import type { TailOptions } from '../tail-types.ts'

/** One exchange, as `events.tail` tells it. */
export type ExchangeLine = {
  _id: string
  timestamp: { $date: number }
  durationMs: number
  method: string
  path: string
  query: string
  statusCode: number | null
  user: string | null
  /** Names of the webhooks that it fired. */
  matched: unknown[]
  turnedAway?: number
}

export type EventsResource = ReturnType<typeof createEventsResource>

export const createEventsResource = (transport: Transport) => ({
  /** Follows all exchanges as they are stored. While it is open, they are recorded. */
  tail(options: TailOptions = {}) {
    const call = { method: 'GET', operation: 'GET /events/tail', path: '/events/tail' }
    return openTail<'exchange', ExchangeLine>(transport, call, options)
  },
})
