import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RequestHeaders, readHeaders } from '../../domain/request-headers.ts'
import { newRequestId } from '../../domain/request-id.ts'
import type { RequestOutcome } from '../../load/request-meters.ts'
import type { ClientOrigin } from './client-origin.ts'
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
  origin: ClientOrigin
  /** No further request is taken on this connection. */
  isLast: boolean
  /** Headers that every answer carries besides its own, names and values in turn. */
  answerHeaders: readonly string[]
  /** For the meters; noted by whoever answers. */
  outcome: RequestOutcome
  trace: RequestTrace
}

export type ArrivalWays = {
  /** Epoch ms by the store's clock. */
  storeTime(): number
  originOf(request: IncomingMessage, headers: RequestHeaders): ClientOrigin
  corsHeaders(origin: string | undefined): readonly string[]
  isStopping(): boolean
  trace: TraceRequest
}

export function receive(request: IncomingMessage, response: ServerResponse, ways: ArrivalWays): Arrival {
  const headers = readHeaders(request.rawHeaders)
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
    origin: ways.originOf(request, headers),
    isLast: ways.isStopping(),
    answerHeaders: ['x-request-id', requestId, ...ways.corsHeaders(headers.get('origin'))],
    outcome: { by: 'gateway' },
    trace: ways.trace({ requestId, method, sent: headers.get('traceparent') }),
  }
}

/** Whether a request has a body at all. */
export const hasBody = ({ headers }: Arrival): boolean =>
  headers.get('transfer-encoding') !== undefined || Number(headers.get('content-length') ?? 0) > 0

/** Whether something of the request body has not been read, and will not be for its own sake. */
export const isUnread = (arrival: Arrival): boolean => !arrival.request.complete && hasBody(arrival)

/** What ends a connection: we stop, or what is left of a request body is not worth reading, or can't be read any more. */
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
