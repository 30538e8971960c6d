import { exchangeEvent } from './exchange-event.ts'

/**
 * What travels on the bus. The message key is the event id; the partition follows the place in the gateway's spool, so that
 * a record that is sent twice lands on the same one (docs/adr/0031-a-send-is-one-batch.md). It may lie on two all the same: where the
 * topic has got partitions meanwhile, or a gateway up to 0.1.0 has sent it first, by its key. Whoever must not do twice what it
 * did once looks for its own traces, by the key. Value: `encodeExchange`. Headers: `traceparent`, `event-id`, `event-type`, `schema-version`.
 * What was never handed to the bus before bears the bus's own mark (`isFirst`). Gateways up to 0.1.0 put `again` on what they may have sent
 * before: nobody reads it.
 */
export const exchangeCompleted = {
  name: 'exchange.completed.v1',
  partitions: 12,
  retentionMs: 7 * 24 * 3_600_000,
  schema: exchangeEvent,
} as const

export const topics = [exchangeCompleted] as const
