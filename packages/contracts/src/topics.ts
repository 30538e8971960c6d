import { exchangeEvent } from './exchange-event.ts'

/**
 * What travels on the bus. The message key is the event id, so that a record that is sent twice lands on the same
 * partition. Value: `encodeExchange`. Headers: `traceparent`, `event-id`, `event-type`, `schema-version`, and `again`
 * on a record that may have been sent before.
 */
export const exchangeCompleted = {
  name: 'exchange.completed.v1',
  partitions: 12,
  retentionMs: 7 * 24 * 3_600_000,
  schema: exchangeEvent,
} as const

export const topics = [exchangeCompleted] as const
