import { exchangeEvent } from './exchange-event.ts'

/**
 * What travels on the bus. The message key is the event id, so that a record that is sent twice lands on the same
 * partition. Value: `encodeExchange`. Headers: `traceparent`, `event-id`, `event-type`, `schema-version`.
 * Gateways up to 0.1.0 put `again` on what they may have sent before: nobody reads it.
 */
export const exchangeCompleted = {
  name: 'exchange.completed.v1',
  partitions: 12,
  retentionMs: 7 * 24 * 3_600_000,
  schema: exchangeEvent,
} as const

export const topics = [exchangeCompleted] as const
