import {
  type BodyCapture,
  type ExecutionStatus,
  exchangeEvent,
  executionStatus,
  headerList,
  type RecordedExchange,
} from '@sluice/contracts'
import { z } from 'zod'
import type { UnreadableVersion } from '../webhook/webhook-version.ts'
import { claim, type ExecutionClaim } from './claim.ts'
import { executionId } from './execution-id.ts'

/** Most bytes of one body that the log keeps. */
const MAX_LOGGED_BODY_BYTES = 64 * 1024

/**
 * A body as the log keeps it: text, or base64 where the bytes are no UTF-8. `dropped`: it was captured, and the store's
 * budget did not let it be kept.
 */
const loggedBody = z.object({
  state: z.enum(['captured', 'withheld', 'unreadable', 'none', 'dropped']),
  length: z.int(),
  truncated: z.boolean(),
  encoding: z.enum(['utf8', 'base64']),
  /** Left out where a list is read. */
  text: z.string().default(''),
})
export type LoggedBody = z.infer<typeof loggedBody>

/** An event as the log keeps it, once, whatever it matched. `matched`: the webhooks that have an execution for it. */
export const eventRow = z.object({
  _id: z.string(),
  event: exchangeEvent,
  requestBody: loggedBody,
  responseBody: loggedBody,
  matched: z.array(z.string()),
})
export type EventRow = z.infer<typeof eventRow>

const deliveryError = z.object({ stage: z.string(), code: z.string(), message: z.string() })
export type DeliveryError = z.infer<typeof deliveryError>

/** What went out; rows from before there were mails name no type. */
const sentRequest = z.object({
  type: z.literal('http').optional().default('http'),
  method: z.string(),
  url: z.string(),
  headers: headerList,
  body: loggedBody,
})
const sentMail = z.object({
  type: z.literal('email'),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  body: loggedBody,
})

/** What came of an attempt. `response` of a mail: the server's reply, without headers. */
const executionResult = z.object({
  status: executionStatus.exclude(['pending']),
  attempt: z.int(),
  durationMs: z.number(),
  validJson: z.boolean().nullable(),
  outgoing: z.discriminatedUnion('type', [sentRequest, sentMail]).nullable(),
  response: z.object({ statusCode: z.int(), headers: headerList, body: loggedBody }).nullable(),
  error: deliveryError.nullable(),
})
export type ExecutionResult = z.infer<typeof executionResult>

/** What is kept of each attempt. */
export const attemptNote = z.object({
  attempt: z.int(),
  at: z.date(),
  status: z.enum(['success', 'failed']),
  durationMs: z.number(),
  statusCode: z.int().nullable(),
  error: deliveryError.nullable(),
})
export type AttemptNote = z.infer<typeof attemptNote>

/** @param at when it began */
export const noteOf = ({ attempt, status, durationMs, response, error }: ExecutionResult, at: Date): AttemptNote => ({
  attempt,
  at,
  status: status === 'success' ? 'success' : 'failed',
  durationMs,
  statusCode: response?.statusCode ?? null,
  error,
})

/** What one webhook did about one event; `result` is that of the last attempt, also where another one is to follow. */
export const executionRow = z.object({
  _id: z.string(),
  webhookId: z.string(),
  webhookVersion: z.int(),
  eventId: z.string(),
  at: z.date(),
  incoming: z.object({ method: z.string(), path: z.string() }),
  status: executionStatus,
  attempt: z.int(),
  /** The field means nothing once the execution has ended. */
  claim: claim.optional(),
  result: executionResult.optional(),
  /** The attempts that have ended. */
  attempts: z.array(attemptNote).optional(),
  /** The field means nothing once the execution has ended. */
  nextAttemptAt: z.date().optional(),
  /** The execution of the same event that it repeats, because somebody asked for it. */
  redeliveryOf: z.string().optional(),
  /** What its attempts belong to, where the trace of the event is recorded: the header of W3C Trace Context. */
  traceparent: z.string().optional(),
})
export type ExecutionRow = z.infer<typeof executionRow>

export const toEventRow = (recorded: RecordedExchange, matched: readonly UnreadableVersion[]): EventRow => ({
  _id: recorded.event.id,
  event: recorded.event,
  requestBody: logBody(recorded.requestBody, recorded.event.request.body),
  responseBody: logBody(recorded.responseBody, recorded.event.response?.body),
  matched: matched.map(({ webhook }) => webhook._id),
})

/** The row of a match, or of what may be one, before its delivery has begun. @param claim none where nobody brings it on yet */
export function toExecutionRow(
  { event }: RecordedExchange,
  { webhook }: UnreadableVersion,
  claim?: ExecutionClaim,
): ExecutionRow {
  return {
    _id: executionId(event.id, webhook._id),
    webhookId: webhook._id,
    webhookVersion: webhook.version,
    eventId: event.id,
    at: new Date(event.at),
    incoming: { method: event.request.method, path: event.request.path },
    status: 'pending',
    attempt: 1,
    ...(claim ? { claim } : {}),
  }
}

/**
 * @returns the recorded exchange as far as the log has kept it: a body that was cut here is marked as cut, one that was
 * dropped as withheld
 */
export function fromEventRow({ event, requestBody, responseBody }: EventRow): RecordedExchange {
  const cut = <T extends { body: BodyCapture }>(message: T, { truncated, state }: LoggedBody): T => ({
    ...message,
    body: { ...message.body, truncated, ...(state === 'dropped' ? { state: 'withheld' } : {}) },
  })
  return {
    event: {
      ...event,
      request: cut(event.request, requestBody),
      response: event.response && cut(event.response, responseBody),
    },
    requestBody: bytesOf(requestBody),
    responseBody: bytesOf(responseBody),
  }
}

const bytesOf = ({ text, encoding }: LoggedBody): Uint8Array => Buffer.from(text, encoding)

type Capture = BodyCapture

/** Cuts a body for the log. @param capture what is known of it; without one it is a body of ours or a target's, whole */
export function logBody(bytes: Uint8Array, capture?: Capture): LoggedBody {
  const known: Capture = capture ?? {
    state: bytes.length > 0 ? 'captured' : 'none',
    length: bytes.length,
    truncated: false,
  }
  const kept = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_LOGGED_BODY_BYTES))
  const truncated = known.truncated || kept.length < bytes.length
  // A cut in the middle of a character is no sign of binary data.
  const whole = kept.toString('utf8')
  const text = truncated ? whole.replace(/\ufffd$/, '') : whole
  const isText = !text.includes('\ufffd')
  const encoding = isText ? 'utf8' : 'base64'
  return {
    state: known.state,
    length: known.length,
    truncated,
    encoding,
    text: isText ? text : kept.toString('base64'),
  }
}

/** A state that nothing follows. */
export const isEnded = (status: ExecutionStatus): boolean => status !== 'pending'
