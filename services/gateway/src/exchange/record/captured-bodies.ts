import type { BodyCapture } from '@sluice/contracts'
import { createGraphqlRedaction, type GraphqlRedaction } from '../../domain/redact/graphql-redaction.ts'
import { type RedactedBody, redactBody } from '../../domain/redact/redact-body.ts'
import { valueIn } from '../../domain/request-headers.ts'
import { type BodySink, describeBody } from './body-sink.ts'

const NO_BYTES = Buffer.alloc(0)

/** `body`: what is left to record. */
export type CapturedBody = { capture: BodyCapture; body: BodySink | Buffer }

/** The body as it passed by, if nothing is to be taken out of it. */
export const wholeBody = (sink: BodySink): CapturedBody => ({ capture: describeBody(sink, true), body: sink })

/** @param headers of the message, names in lower case and values in turn @returns whether nothing is to be taken out of a body */
export const isPlain = (sink: BodySink, bytes: Buffer, headers: readonly string[]): boolean =>
  bytes.length === 0 || redactBody(bytes, factsOf(sink, headers)) === bytes

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
  const capture = describeBody(sink, redacted !== undefined)
  return { capture, body: capture.state === 'captured' && redacted ? redacted : NO_BYTES }
}
