import type { ExchangeLine, TailOptions } from '@sluice/sdk'
import { sluice } from '../session/send-signed-in.ts'

/** A request as a tail tells it, when it is over. */
export type LiveExchange = ExchangeLine

export const eventsApi = {
  /** Follows all requests. While it is open, they are recorded. */
  tail: (options: TailOptions) => sluice.events.tail(options),
}
