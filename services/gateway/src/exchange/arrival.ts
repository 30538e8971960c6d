import type { IncomingMessage, ServerResponse } from 'node:http'
import { v7 } from 'uuid'
import { type RequestHeaders, readHeaders } from '../domain/request-headers.ts'
import type { Origin } from './client-origin.ts'

/** A request as it came in, before anything was asked of it. */
export type Arrival = {
  request: IncomingMessage
  response: ServerResponse
  /** UUIDv7: `X-Request-Id`, and the id of the event. */
  requestId: string
  /** Epoch ms by our clock. */
  at: number
  /** Performance time in ms. */
  startedAt: number
  method: string
  headers: RequestHeaders
  origin: Origin
  /** Headers that every answer carries besides its own, names and values in turn. */
  answerHeaders: readonly string[]
}

type Ways = {
  originOf(request: IncomingMessage, headers: RequestHeaders): Origin
  corsHeaders(origin: string | undefined): readonly string[]
}

export function receive(request: IncomingMessage, response: ServerResponse, ways: Ways): Arrival {
  const headers = readHeaders(request.rawHeaders)
  const requestId = v7()
  return {
    request,
    response,
    requestId,
    at: Date.now(),
    startedAt: performance.now(),
    method: request.method ?? '',
    headers,
    origin: ways.originOf(request, headers),
    answerHeaders: ['x-request-id', requestId, ...ways.corsHeaders(headers.get('origin'))],
  }
}
