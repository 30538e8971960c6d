import { z } from 'zod'
import { loggedParts } from './execution.ts'

const milliseconds = z.number().nullable()

/**
 * What came of a test, in the forms of the log. Times in ms; null where a stage did not come about or can't be told from
 * the others. `exchange`: what was sent of; `matched` says whether the condition holds for it.
 */
export const webhookTest = z
  .object({
    ok: z.boolean(),
    request: loggedParts.outgoingRequest,
    response: loggedParts.response,
    error: loggedParts.error,
    timings: z.object({
      renderMs: milliseconds,
      dnsMs: milliseconds,
      connectMs: milliseconds,
      tlsMs: milliseconds,
      firstByteMs: milliseconds,
      totalMs: z.number(),
    }),
    exchange: z.object({
      kind: z.enum(['sample', 'event']),
      eventId: z.string(),
      method: z.string(),
      path: z.string(),
      statusCode: z.int().nullable(),
      matched: z.boolean(),
    }),
  })
  .meta({ id: 'WebhookTest' })
export type WebhookTest = z.infer<typeof webhookTest>
