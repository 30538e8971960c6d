import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RequestHeaders, readHeaders, withoutPass } from '../../domain/request-headers.ts'
import { newRequestId } from '../../domain/request-id.ts'
import type { RequestOutcome } from '../../load/request-meters.ts'
import type { ClientOrigin } from './client-origin.ts'
import type { InnerReader, PassedRequest } from './inner-request.ts'
import type { RequestTrace, TraceRequest } from './trace-request.ts'

/** A request as it came in, before anything was asked of it. */
export type Arrival = {
  request: IncomingMessage
  response: ServerResponse
  /** UUIDv7: `X-Request-Id`, and the id of the event. */
  requestId: string
  /** Epoch ms by the store's clock: one for all gateways, whatever their own say. */
  at: number
  /** Performance time in ms. */
  startedAt: number
  method: string
  headers: RequestHeaders
  /** Whose place the request is made in, or why nobody is believed to be; undefined for a request of its own. */
  inner: ReturnType<InnerReader>
  origin: ClientOrigin
  /** No further request is taken on this connection. */
  isLast: boolean
  /** There are very many connections. */
  isCrowded: boolean
  /** Headers that every answer carries besides its own, names and values in turn. */
  answerHeaders: readonly string[]
  /** For the meters; noted by whoever answers. */
  outcome: RequestOutcome
  trace: RequestTrace
  /** Once it is on its way to a service: told when the client's connection is closed. */
  passage: { leave(): void } | undefined
}

export type ArrivalWays = {
  /** Epoch ms by the store's clock. */
  storeTime(): number
  innerOf: InnerReader
  originOf(request: IncomingMessage, headers: RequestHeaders): ClientOrigin
  corsHeaders(origin: string | undefined): readonly string[]
  isStopping(): boolean
  isCrowded(): boolean
  trace: TraceRequest
}

export function receive(request: IncomingMessage, response: ServerResponse, ways: ArrivalWays): Arrival {
  const sent = readHeaders(request.rawHeaders)
  const inner = ways.innerOf(sent)
  const headers = inner ? withoutPass(sent) : sent
  const at = Math.round(ways.storeTime())
  const requestId = newRequestId(at)
  const method = request.method ?? ''
  return {
    request,
    response,
    requestId,
    at,
    startedAt: performance.now(),
    method,
    headers,
    inner,
    origin: inner?.kind === 'inner' ? originOf(inner) : ways.originOf(request, headers),
    isLast: ways.isStopping(),
    isCrowded: ways.isCrowded(),
    answerHeaders: ['x-request-id', requestId, ...ways.corsHeaders(headers.get('origin'))],
    outcome: { by: 'gateway' },
    trace: ways.trace({ requestId, method, sent: headers.get('traceparent') }),
    passage: undefined,
  }
}

/** A tool's request comes from where its caller is. */
const originOf = ({ pass: { clientAddress: address, isSecure } }: PassedRequest): ClientOrigin => ({
  address,
  isSecure,
})

/** Whether a request has a body at all. */
export const hasBody = ({ headers }: Arrival): boolean =>
  headers.get('transfer-encoding') !== undefined || Number(headers.get('content-length') ?? 0) > 0

/** Whether something of the request body has not been read, and will not be for its own sake. */
export const isUnread = (arrival: Arrival): boolean => !arrival.request.complete && hasBody(arrival)

/**
 * In a crowd, who is refused a sign-in loses the connection with the answer. Nobody else does: whom an overloaded gateway
 * turns away would connect anew, which costs it more than to refuse.
 */
export function endInCrowd(arrival: Arrival): void {
  if (arrival.isCrowded) arrival.isLast = true
}

/** What ends a connection: it is to end, or what is left of a request body is not worth reading, or can't be read any more. */
export function closingHeaders(arrival: Arrival): readonly string[] {
  const { isLast, request, headers } = arrival
  if (isLast) return CLOSE
  if (!isUnread(arrival)) return NONE
  const isSmall = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= MAX_READ_OUT_BYTES
  return isSmall && !request.destroyed ? NONE : CLOSE
}

const MAX_READ_OUT_BYTES = 64 * 1024
const CLOSE = ['connection', 'close']
const NONE: readonly string[] = []
