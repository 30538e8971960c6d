import { z } from 'zod'
import { wireDate } from '../json/wire-values.ts'
import { signingSecret } from './signing-secret.ts'
import { renderedFields } from './webhook.ts'

/** A listening: deliveries that somebody fetches by one open connection, as of a webhook that is saved nowhere. The client makes the secret. */
export const listeningInput = z.strictObject({ ...renderedFields, secret: signingSecret }).meta({
  id: 'ListeningInput',
  examples: [{ condition: "path('/routes')", secret: `whsec_${'A'.repeat(32)}` }],
})
export type ListeningInput = z.infer<typeof listeningInput>

/** A delivery as its request would be; `id` is its `webhook-id`. One that could not be rendered has an `error` in the place of headers and body. */
export const listenedDelivery = z.object({
  id: z.string(),
  eventId: z.string(),
  at: wireDate,
  summary: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  error: z.string().optional(),
})
export type ListenedDelivery = z.infer<typeof listenedDelivery>
