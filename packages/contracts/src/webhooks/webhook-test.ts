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
  .meta({
    id: 'WebhookTest',
    examples: [
      {
        ok: true,
        request: null,
        response: {
          statusCode: 201,
          headers: {},
          body: { text: '', encoding: 'utf8', length: 0, truncated: false, state: 'none' },
        },
        error: null,
        timings: { renderMs: 0.2, dnsMs: 1, connectMs: 4.1, tlsMs: 9.8, firstByteMs: 31, totalMs: 46.1 },
        exchange: {
          kind: 'sample',
          eventId: '019aa6b8',
          method: 'POST',
          path: '/routes',
          statusCode: 201,
          matched: true,
        },
      },
    ],
  })
export type WebhookTest = z.infer<typeof webhookTest>
