import type { IncomingMessage } from 'node:http'
import { createByteBudget } from '@sluice/service-kit'
import type { Arrival } from './arrival.ts'

const MAX_SHORT_BYTES = 64 * 1024
/** It is none of the budget of bodies that have to be read: who says 64 KiB and sends nothing takes no room from these. */
const SHORT_BODIES_BYTES = 16 * 1024 * 1024

/** One for all that a gateway reads. */
export const shortBodies = createByteBudget(SHORT_BODIES_BYTES)

/** A reader is told of its body once: with all bytes or as the stream of them, or that they will not come. */
type ShortBodyReader = { onBody(body: Buffer | IncomingMessage): void; onBroken(error: unknown): void }

/**
 * Reads a body of 64 KiB at most whole, so that it goes on as one piece: a stream costs a client of HTTP more than all the rest
 * of such a request, and a service never acts upon half of one. Any other body is a stream: a longer one, one whose length is not
 * told, and those for which there is no room at the moment.
 */
export function readShortBody({ request, response, headers }: Arrival, reader: ShortBodyReader): void {
  const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  const isShort = length <= MAX_SHORT_BYTES && shortBodies.holdUntilClosed(response)(length)
  if (!isShort) return reader.onBody(request)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => reader.onBody(joined(chunks)))
  request.on('error', error => reader.onBroken(error))
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first, ...others] = chunks
  return first && others.length === 0 ? first : Buffer.concat(chunks)
}
