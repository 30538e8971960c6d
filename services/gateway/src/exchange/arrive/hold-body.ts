import { type Refusal, refuse } from '@sluice/contracts'
import { bodyBudget } from '@sluice/service-kit'
import type { Arrival } from './arrival.ts'

/** The body of a request, read whole because a permission, or the gateway itself, looks into it. */
export type HeldBody = { kind: 'held'; bytes: Buffer }

const MAX_HELD_BYTES = 1024 * 1024

/** Reads the body before it is forwarded. */
export async function holdBody({
  request,
  response,
}: Pick<Arrival, 'request' | 'response'>): Promise<HeldBody | Refusal> {
  const hold = bodyBudget.holdUntilClosed(response)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > MAX_HELD_BYTES) {
      return refuse(
        'PAYLOAD_TOO_LARGE',
        'The body is looked into here before the request goes on: it may have 1 MiB at most.',
      )
    }
    if (!hold(chunk.length)) {
      return refuse('OVERLOADED', 'Too many bodies are held here at once. Try again shortly.')
    }
    chunks.push(chunk)
  }
  return { kind: 'held', bytes: Buffer.concat(chunks, length) }
}
