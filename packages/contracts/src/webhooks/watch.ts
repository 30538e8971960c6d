import { z } from 'zod'

export const WATCHES_COLLECTION = 'webhookWatches'

/**
 * What makes events wanted for a while although no webhook does: a recording, or live tails that are open in one process.
 * Each write is a change of the topic `watches`; it ends by the store's clock.
 */
export const watchRecord = z.object({
  _id: z.string(),
  kind: z.enum(['recording', 'tail']),
  from: z.date(),
  until: z.date(),
})
export type WatchRecord = z.infer<typeof watchRecord>
