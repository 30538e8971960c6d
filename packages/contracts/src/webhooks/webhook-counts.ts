import { z } from 'zod'
import { wireDate } from '../json/wire-values.ts'

const count = z.int()
const milliseconds = z.number().nullable()

/**
 * What the deliveries of events of one time came to. `pending`: those that wait in the store now. The latencies are read
 * between the ends of buckets; null where nothing was sent.
 */
const countedBucket = z.object({
  at: wireDate,
  success: count,
  failed: count,
  pending: count,
  p50Ms: milliseconds,
  p95Ms: milliseconds,
})
export type CountedBucket = z.infer<typeof countedBucket>

export const countSteps = ['1m', '5m', '15m', '1h', '6h', '1d'] as const

export const webhookStats = z
  .object({
    step: z.enum(countSteps),
    buckets: z.array(countedBucket),
    countedFrom: wireDate.optional().meta({
      description: 'The look has ended early: what is before it was not counted, and its buckets are left out.',
    }),
    morePending: z.literal(true).optional().meta({ description: 'More wait than were counted.' }),
  })
  .meta({ id: 'WebhookStats' })

export const healthState = z.enum(['disabled', 'failing', 'held-back', 'idle', 'broad', 'healthy'])

/** How a webhook does. `day`: what the last 24 hours came to; `share`: of the events of this hour and the one before. */
export const webhookHealth = z
  .object({
    state: healthState,
    since: wireDate.nullable(),
    lastAt: wireDate.nullable(),
    lastStatusCode: z.int().nullable(),
    day: z.object({ success: count, failed: count }),
    share: z.number().min(0).max(1).nullable(),
  })
  .meta({ id: 'WebhookHealth' })
export type WebhookHealth = z.infer<typeof webhookHealth>
