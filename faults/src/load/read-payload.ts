import { z } from 'zod'
import type { TargetDelivery } from '../oracle/observations.ts'

const payload = z.object({ id: z.string(), webhook: z.object({ id: z.string() }), request: z.unknown() })
const TAG = /"tag":(?:\["|")([\w-]+)"|tag=([\w-]+)/

/** What a delivery says of itself in the default payload. */
export function readPayload(body: string): Pick<TargetDelivery, 'eventId' | 'webhookId' | 'tag'> {
  const { id, webhook, request } = payload.parse(JSON.parse(body))
  const tag = TAG.exec(JSON.stringify(request))
  return { eventId: id, webhookId: webhook.id, tag: tag?.[1] ?? tag?.[2] ?? '' }
}
