import type { DocumentRuleName, ErrorCode, Grant, Refusal, RepeatMark } from '@sluice/contracts'
import type { Document, StoreTransaction } from '@sluice/store'
import type { z } from 'zod'
import type { AnswerHeader, RequestHeader } from './description/described-headers.ts'
import type { OperationTag } from './description/operation-tag.ts'

/** The one who asks, by the signed word of the gateway. */
type SignedCaller = Pick<Grant, 'principal' | 'isRoot' | 'permission' | 'chain' | 'clientAddress' | 'tool'>

/** What a handler is given to write with, where its request may be repeated and is to be carried out once. */
export type WriteClaim = {
  /** What of a list was written by a request whose process has died, as `note` was told. */
  progress: Document | undefined
  /**
   * Notes what the request has come to, in the transaction of its write: the two are one fact.
   * @param outcome what the answer is made of, now and for a repeat
   * @throws LostClaimError which has to roll the transaction back
   */
  settle(inside: StoreTransaction, outcome: Document): Promise<void>
  /** Notes what of a list is written by now. @throws LostClaimError */
  note(inside: StoreTransaction, progress: Document): Promise<void>
  /** Whether an outcome is small enough to be kept. */
  fits(outcome: Document): boolean
}

export type ServiceRequest = {
  requestId: string
  method: string
  /** Path and query as the gateway sent them. */
  target: string
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  header(name: string): string | undefined
  rawBody: Uint8Array
  caller: SignedCaller
  /** There where the request is carried out once, however often it comes (`onlyOnce`). */
  claim?: WriteClaim
  /** Aborted when the client has gone. */
  signal(): AbortSignal
  /** Counts bytes that the answer is made of, until it is sent. @throws ProblemError `OVERLOADED` where too many are held */
  hold(bytes: number): void
}

export type Answer = {
  kind: 'answer'
  status: number
  headers?: Readonly<Record<string, string>>
  /** `stream`: sent as it comes, in pieces, until it ends or the client has gone: then its `return` is called. */
  body?:
    | { json: unknown }
    | { bytes: Uint8Array | string; type: string }
    | { stream: AsyncIterable<string>; type: string }
  /** Told to the gateway of a request that repeats another one. */
  mark?: RepeatMark
}

export type RouteHandler = (request: ServiceRequest) => Promise<Answer | (Refusal & Pick<Answer, 'mark'>)>

/** Values that the API description shows: what could be sent and answered, in the form of the wire. */
type OperationExamples = {
  body?: unknown
  /** A value for each query parameter that is worth showing. */
  query?: Readonly<Record<string, unknown>>
  /** An answer for each status that has a body. */
  answers?: Readonly<Record<number, unknown>>
}

/** A route's handler with what the API description says about it. */
export type Operation = {
  /** The name of the function that makes the route; no other route of any service has it. Clients are generated with it. */
  id: string
  tag: OperationTag
  summary: string
  examples?: OperationExamples
  body?: z.ZodType
  query?: z.ZodObject
  /** What the parameters of the path are, where their names do not say it; `handle` reads them itself. */
  params?: z.ZodObject
  /** The schema of the answer for each status, or words where it has none. */
  answers: Readonly<Record<number, z.ZodType | string>>
  /** Request headers that it reads. */
  headers?: readonly RequestHeader[]
  /** Headers of its successful answers. */
  answerHeaders?: readonly AnswerHeader[]
  /** Media types of its answers where they are not JSON alone; which one is chosen by `Accept`. */
  answerTypes?: readonly string[]
  /**
   * The rules of a permission's `mongo` block that `handle` applies; none unless it says so. A caller whose permission has
   * another one is refused before `handle` is called, so that no narrowed permission is ever served whole.
   */
  appliedRules?: readonly DocumentRuleName[]
  /** What the data of each event is, where an answer is a stream of server-sent events; `x-events` of the description. */
  events?: Readonly<Record<string, z.ZodType>>
  /** Codes besides those that any route may answer with. */
  errors?: readonly ErrorCode[]
  handle: RouteHandler
}

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A line of a service's table of contents. What paths may hold: `compileRoutes`. */
export type Route = readonly [HttpMethod, string, Operation]

type AnswerHeaders = Answer['headers']

export const ok = (json: unknown, headers?: AnswerHeaders): Answer => ({
  kind: 'answer',
  status: 200,
  headers,
  body: { json },
})
export const created = (json: unknown, headers?: AnswerHeaders): Answer => ({
  kind: 'answer',
  status: 201,
  headers,
  body: { json },
})
export const noContent = (headers?: AnswerHeaders): Answer => ({ kind: 'answer', status: 204, headers })
export const notModified = (headers?: AnswerHeaders): Answer => ({ kind: 'answer', status: 304, headers })
/** An answer that is bytes already. @param type the media type */
export const bytes = (
  body: Uint8Array | string,
  type: string,
  { status = 200, headers }: { status?: number; headers?: AnswerHeaders } = {},
): Answer => ({
  kind: 'answer',
  status,
  headers,
  body: { bytes: body, type },
})

/** Server-sent events. @param stream whole messages, in the form of the HTML standard */
export const eventStream = (stream: AsyncIterable<string>): Answer => ({
  kind: 'answer',
  status: 200,
  headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  body: { stream, type: EVENT_STREAM_TYPE },
})
export const EVENT_STREAM_TYPE = 'text/event-stream'
