import type { CallOptions } from '../http/call.ts'
import { unwrap } from '../http/raw.ts'
import type { RawClient } from '../http/raw-types.ts'
import type { Transport } from '../http/transport.ts'
import { openTail } from '../tail.ts'
import type { TailOptions } from '../tail-types.ts'
import { cursorList, splitOptions } from './lists.ts'
import type { AnswerOf, ListOptions } from './operation-types.ts'

/** One exchange, as `events.list` and `events.tail` tell it. */
export type ExchangeLine = AnswerOf<'listAllEvents'>['items'][number]

export type EventsResource = ReturnType<typeof createEventsResource>

export const createEventsResource = (raw: RawClient, transport: Transport) => ({
  /** The exchanges that are stored, newest first. */
  list(options: ListOptions<'listAllEvents'> = {}) {
    const { query, call } = splitOptions(options)
    return cursorList(page => unwrap(raw.GET('/events', { params: { query: { ...query, ...page } }, ...call })))
  },
  /** One exchange, with its bodies, and with what became of each webhook that it fired. */
  get: (id: string, options: CallOptions = {}) =>
    unwrap(raw.GET('/events/{id}', { params: { path: { id } }, ...options })),
  /** Follows all exchanges as they are stored. While it is open, they are recorded. */
  tail: (options: TailOptions = {}) =>
    openTail<'exchange', ExchangeLine>(transport, { operation: 'GET /events/tail' }, options),
})
