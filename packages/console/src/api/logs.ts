import type { TailOptions } from '@sluice/sdk'
import { sluice } from '../session/send-signed-in.ts'
import { noteFault, replyValue } from './call.ts'
import { type AnswerParts, type DeliveryFault, type IncomingCall, type OutgoingCall, periodOf } from './webhooks.ts'

type LogTime = { $date: number }

export type DeliveryStatus = 'pending' | 'success' | 'failed' | 'skipped'

/** A line of a log. */
export type DeliveryEntry = {
  _id: string
  webhookId: string
  eventId: string
  timestamp: LogTime
  status: DeliveryStatus
  durationMs: number
  attempt: number
  summary: string
  nextAttemptAt?: LogTime
  reason?: 'disabled'
  redeliveryOf?: string
}

export type DeliveryPage = { items: DeliveryEntry[]; next: string | null; notStored?: number }

/** A part of a condition with its result and the values that decided. */
export type JudgedPart = {
  text: string
  result: boolean | 'unknown'
  reason: string
  children?: readonly JudgedPart[]
}

type EndedAttempt = {
  attempt: number
  at: LogTime
  status: 'success' | 'failed'
  durationMs: number
  statusCode: number | null
  error: DeliveryFault | null
}

/** An entry with its sections; what did not come about is null. */
export type DeliveryDetail = DeliveryEntry & {
  incomingRequest: IncomingCall
  incomingResponse: AnswerParts | null
  turnedAway?: number
  /** The first request that it repeats, by its Idempotency-Key. */
  repeat?: { of: string; isKept: boolean }
  /** The tool of an assistant that has made the request. */
  through?: { tool: string }
  conditionEvaluation: { matched: boolean; explanation: JudgedPart }
  transformation: { input: unknown; output: string | null; validJson: boolean | null } | null
  outgoingRequest: OutgoingCall | null
  response: AnswerParts | null
  error: DeliveryFault | null
  attempts: readonly EndedAttempt[]
}

/** Which entries are wanted; times are epoch ms. */
export type LogFilter = {
  webhook?: string | undefined
  status?: readonly DeliveryStatus[]
  from?: number | undefined
  to?: number | undefined
  path?: string | undefined
  statusCode?: string | undefined
  target?: string | undefined
  q?: string | undefined
}

export type ManyRedelivered = { matched: number; redelivered: number; refused: number; more: boolean }
export type BodyRender = 'same' | 'again'

export type RedeliveryWish = Pick<LogFilter, 'from' | 'to' | 'path' | 'statusCode' | 'q'> & {
  status: 'failed' | 'success' | 'skipped'
  render: BodyRender
}

const { raw } = sluice

/** A filter as the API takes it: what says nothing is left out. */
const queryOf = ({ webhook, status, from, to, path, statusCode, target, q, limit, cursor }: LogFilter & PageWish) => ({
  ...(webhook && { webhook: [webhook] }),
  ...(status?.length && { status: [...status] }),
  ...periodOf({ from, to }),
  ...(path && { path }),
  ...(statusCode && { statusCode }),
  ...(target && { target }),
  ...(q && { q }),
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { cursor }),
})

/** Skipped entries are in the log of their webhook alone. */
const storedOf = ({ status = [] }: LogFilter) => {
  const stored = status.filter(one => one !== 'skipped')
  return { status: stored.length > 0 ? stored : undefined }
}

const wishOf = ({ from, to, path, statusCode, q, status, render }: RedeliveryWish) => ({
  ...periodOf({ from, to }),
  ...(path && { path }),
  ...(statusCode && { statusCode }),
  ...(q && { q }),
  status,
  render,
})

export const logsApi = {
  /** The log of one webhook. */
  ofOne: (id: string, { webhook: _, target: __, ...filter }: LogFilter & PageWish): Promise<DeliveryPage> =>
    replyValue(raw.GET('/webhooks/{id}/logs', { params: { path: { id }, query: queryOf(filter) } })),
  /** Lists the entries of all webhooks together, without skipped ones. */
  ofAll: (filter: LogFilter & PageWish): Promise<DeliveryPage> =>
    replyValue(raw.GET('/webhooks/logs', { params: { query: { ...queryOf(filter), ...storedOf(filter) } } })),
  show: (id: string, logId: string): Promise<DeliveryDetail> =>
    replyValue(raw.GET('/webhooks/{id}/logs/{logId}', { params: { path: { id, logId } } })),
  redeliver: (id: string, logId: string, render: BodyRender): Promise<DeliveryEntry> =>
    replyValue(
      raw.POST('/webhooks/{id}/logs/{logId}/redeliver', { params: { path: { id, logId } }, body: { render } }),
    ),
  /** Delivers again all that a wish finds, or counts it. Yields what it came to so far, after each request. */
  async *redeliverAll(id: string, wish: RedeliveryWish, dryRun: boolean): AsyncGenerator<ManyRedelivered> {
    try {
      yield* sluice.webhooks.redeliverAll(id, { ...wishOf(wish), dryRun })
    } catch (error) {
      noteFault(error)
      throw error
    }
  },
  /** Follows the log: entries as they end, and how many could not be told. */
  tail: (id: string, options: TailOptions) => sluice.webhooks.tail(id, options),
  clear: (id: string): Promise<undefined> =>
    replyValue(raw.DELETE('/webhooks/{id}/logs', { params: { path: { id } } })),
}

type PageWish = { limit?: number; cursor?: string | undefined }
