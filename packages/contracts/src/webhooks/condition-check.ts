import { z } from 'zod'
import { explainedPart } from '../access/explained-part.ts'

const headers = z.record(z.string().max(200), z.string().max(8192)).default({})

/** An exchange as a client describes it; a body is any JSON value. */
const describedExchange = z.strictObject({
  request: z.strictObject({
    method: z.string().min(1).max(20),
    path: z.string().max(8192).startsWith('/'),
    /** Without the question mark. */
    query: z.string().max(8192).default(''),
    headers,
    body: z.unknown().optional(),
  }),
  response: z.strictObject({ statusCode: z.int().min(100).max(599), headers, body: z.unknown().optional() }).optional(),
})
export type DescribedExchange = z.infer<typeof describedExchange>

/** A condition, and optionally what it is asked about: an exchange, or an event that was kept. */
export const conditionQuestion = z
  .strictObject({
    condition: z.string().min(1).max(4096),
    exchange: describedExchange.optional(),
    event: z.uuid().optional(),
  })
  .refine(({ exchange, event }) => exchange === undefined || event === undefined, {
    error: 'Send either an exchange or an event.',
    path: ['event'],
  })

/**
 * `matched` and `explanation` are null where nothing was asked about. `recent`: of how many of the last events it would
 * have held.
 */
export const conditionCheck = z
  .object({
    matched: z.boolean().nullable(),
    explanation: explainedPart.nullable(),
    recent: z.object({ events: z.int(), matched: z.int() }),
  })
  .meta({
    id: 'ConditionCheck',
    examples: [
      {
        matched: true,
        explanation: { text: "path('/routes')", result: true, reason: 'The path is /routes.' },
        recent: { events: 1000, matched: 12 },
      },
    ],
  })
