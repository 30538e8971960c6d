import type { BodyCapture, ExchangeEvent } from '@sluice/contracts'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { valueIn } from '../../domain/flat-headers.ts'
import { createGraphqlRedaction, type GraphqlRedaction } from '../../domain/graphql-redaction.ts'
import { maskHeaders, maskText } from '../../domain/mask-secrets.ts'
import { readClient } from '../../domain/read-client.ts'
import { type RedactedBody, redactBody, redactQuery } from '../../domain/redact-body.ts'
import type { Arrival } from '../arrive/arrival.ts'
import type { PassedRequest } from '../arrive/inner-request.ts'
import { type BodySink, describeBody } from './body-sink.ts'

export type RecordingSubject = {
  arrival: Arrival
  target: CanonicalTarget
  chain: readonly string[]
  recordsBodies: boolean
  /** Whether a GraphQL app answers: then secrets may stand in the text of a query. */
  isGraphql: boolean
}

/**
 * What the answer was, its headers as names in lower case and values in turn; undefined when the client went away, or the
 * service failed, before there was one.
 */
export type AnswerHead = { statusCode: number; headers: readonly string[] } | undefined

/** `hasStarted`: it is a write, and was noted before it was forwarded. */
type ExchangeEnd = { answered: AnswerHead; isAborted: boolean; hasStarted: boolean }

export const describeEnd = ({ answered, isAborted, hasStarted }: ExchangeEnd, body: BodyCapture) => ({
  // A write that was forwarded and whose answer never came: it may have happened.
  outcome: hasStarted && !answered ? ('unknown' as const) : ('completed' as const),
  aborted: isAborted,
  response: describeAnswer(answered, body),
})

const describeAnswer = (answered: AnswerHead, body: BodyCapture): ExchangeEvent['response'] =>
  answered ? { statusCode: answered.statusCode, headers: maskHeaders(answered.headers), body } : null

type RecordingFacts = {
  serviceId: string
  needsCredentials: boolean | undefined
  body: BodyCapture
  graphql: GraphqlRedaction | undefined
}

export function describeRequest(
  { arrival, target, chain }: RecordingSubject,
  { serviceId, needsCredentials, body, graphql }: RecordingFacts,
) {
  const { requestId: id, at, method, origin, headers, inner } = arrival
  return {
    schemaVersion: 1 as const,
    id,
    service: { id: serviceId },
    at,
    chain: [...chain],
    client: readClient(headers),
    ...(inner?.kind === 'inner' && { through: throughOf(inner) }),
    request: {
      method,
      path: maskText(target.path),
      query: redactQuery(target.query, graphql),
      headers: maskHeaders(headers.flat),
      remoteAddress: origin.address,
      secure: origin.isSecure,
      needsCredentials,
      body,
    },
  }
}

const throughOf = ({ tool, pass }: PassedRequest) => ({ kind: 'mcp' as const, tool, requestId: pass.requestId })

const NO_BYTES = Buffer.alloc(0)

type CapturedBody = { capture: BodyCapture; bytes: Buffer }

/** What of the body of a request goes into the event. @param headers names in lower case and values in turn */
export const readRequest = (
  sink: BodySink,
  headers: readonly string[],
  graphql: GraphqlRedaction | undefined,
): CapturedBody => keepRedacted(sink, redactBody(sink.bytes(), { ...factsOf(sink, headers), graphql }))

/** What was sent to a GraphQL app, its secrets found. */
type SentGraphql = { graphql: GraphqlRedaction; sent: BodyCapture }

/** What of the body of an answer goes into the event; one that could repeat a secret nobody has read is left out. */
export function readAnswer(sink: BodySink, headers: readonly string[], request: SentGraphql | undefined): CapturedBody {
  const graphql = request && createGraphqlRedaction()
  const redacted = redactBody(sink.bytes(), { ...factsOf(sink, headers), graphql })
  if (!request || !redacted) return keepRedacted(sink, redacted)
  const wasRead = request.sent.state === 'captured' || request.sent.state === 'none'
  return keepRedacted(sink, wasRead ? request.graphql.redactAnswer(redacted) : undefined)
}

const factsOf = (sink: BodySink, headers: readonly string[]) => ({
  contentType: valueIn(headers, 'content-type')?.toLowerCase(),
  isTruncated: sink.isTruncated(),
})

function keepRedacted(sink: BodySink, redacted: RedactedBody): CapturedBody {
  const capture = describeBody(sink, redacted)
  return { capture, bytes: capture.state === 'captured' && redacted ? redacted : NO_BYTES }
}
