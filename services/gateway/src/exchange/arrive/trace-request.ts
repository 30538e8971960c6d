import type { ServerResponse } from 'node:http'
import {
  beginSpan,
  beginTrace,
  failSpan,
  isRecorded,
  type Sampler,
  type Span,
  traceparentOf,
} from '@sluice/service-kit'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { maskText } from '../../domain/redact/mask-secrets.ts'
import { flagged, traceIdOf, traceparentFor } from '../../domain/traceparent.ts'
import type { RequestOutcome } from '../../load/request-meters.ts'

/** What is recorded of a request, and the header of W3C Trace Context by which whoever is next goes on with it. */
export type RequestTrace = { span: Span | undefined; traceparent: string }

/** `sent`: the header of the client. */
export type TraceRequest = (request: { requestId: string; method: string; sent: string | undefined }) => RequestTrace

/**
 * Goes on with the trace of the client, or begins one that bears the request id. What of it is recorded is the gateway's
 * to say; without a sampler it is whoever has the header next.
 */
export function createRequestTraces(sampler: Sampler | undefined): TraceRequest {
  return ({ requestId, method, sent }) => {
    const traceparent = traceparentFor(sent, requestId)
    if (!sampler) return { span: undefined, traceparent }
    if (!sampler(isRecorded(traceparent))) return { span: undefined, traceparent: flagged(traceparent, '00') }
    const about = {
      kind: 'server',
      attributes: { 'http.request.method': method, 'sluice.request_id': requestId },
    } as const
    const span =
      traceparent === sent
        ? beginSpan(method, flagged(traceparent, '01'), about)
        : beginTrace(method, traceIdOf(traceparent), about)
    return { span, traceparent: span ? traceparentOf(span) : flagged(traceparent, '00') }
  }
}

/** Notes what it is about, as it stands in its event. */
export function nameTarget({ trace }: { trace: RequestTrace }, { path }: CanonicalTarget): void {
  trace.span?.setAttribute('url.path', maskText(path))
}

type TracedEnd = {
  trace: RequestTrace
  method: string
  outcome: RequestOutcome
  response: Pick<ServerResponse, 'headersSent' | 'statusCode'>
}

/** To be called when the connection is done with the request. */
export function endTrace({ trace: { span }, method, outcome, response }: TracedEnd): void {
  if (!span) return
  span.updateName(`${method} ${outcome.by}`)
  const { headersSent, statusCode } = response
  if (headersSent) span.setAttribute('http.response.status_code', statusCode)
  if (!headersSent) failSpan(span, 'client-gone')
  else if (statusCode >= 500) failSpan(span, outcome.code ?? String(statusCode))
  span.end()
}
