import { type Refusal, refuse } from '@sluice/contracts'
import type { Hold } from '../telemetry/byte-budget.ts'
import type { BodyReader, GatewayRequest } from './exchange/service-exchange.ts'

const MAX_BODY_BYTES = 16 * 1024 * 1024
const NO_BODY = new Uint8Array()

export type RequestBody = { kind: 'read'; bytes: Uint8Array } | Refusal

const NOTHING: RequestBody = { kind: 'read', bytes: NO_BODY }

/**
 * The body of a request, 16 MiB at most. One that is larger, or for which there is no room, is let pass to its end, so that
 * the answer is read.
 */
export function readRequestBody({ readBody, header }: GatewayRequest, hold: Hold): RequestBody | Promise<RequestBody> {
  if (!readBody) return NOTHING
  const encoding = header('content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.')
  const { promise, resolve } = Promise.withResolvers<RequestBody>()
  readBody(collect(hold, resolve))
  return promise
}

function collect(hold: Hold, resolve: (body: RequestBody) => void): BodyReader {
  let chunks: Buffer[] = []
  let length = 0
  let refusal: Refusal | undefined
  let isComplete = false
  return {
    take(chunk) {
      if (refusal) return
      length += chunk.length
      if (length > MAX_BODY_BYTES) refusal = tooLarge()
      else if (!hold(chunk.length)) refusal = noRoom()
      if (refusal) chunks = []
      else chunks.push(chunk)
    },
    complete() {
      isComplete = true
      resolve(refusal ?? { kind: 'read', bytes: join(chunks) })
    },
    breakOff: () => void (isComplete || resolve(incomplete())),
  }
}

const join = (chunks: readonly Buffer[]): Uint8Array => {
  const [first, ...rest] = chunks
  return first && rest.length === 0 ? first : Buffer.concat(chunks)
}

const tooLarge = (): Refusal => refuse('PAYLOAD_TOO_LARGE', 'The body may have 16 MiB at most.')

const noRoom = (): Refusal => refuse('OVERLOADED', 'Too many large bodies are held here at once. Try again shortly.')

const incomplete = (): Refusal =>
  refuse('BAD_REQUEST', 'The body ended before it was complete. Send the request again.')
