import { callFor } from './call.ts'
import { type AnswerParts, type DeliveryFault, type IncomingCall, type OutgoingCall, queryOf } from './webhooks.ts'

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
  status: 'failed' | 'success'
  render: BodyRender
}

const of = (webhook: string, below = '') => `/webhooks/${encodeURIComponent(webhook)}/logs${below}`

export const logsApi = {
  /** The log of one webhook. */
  ofOne: (webhook: string, { webhook: _, target: __, ...filter }: LogFilter & PageWish) =>
    callFor<DeliveryPage>({ method: 'GET', path: `${of(webhook)}${queryOf(filter)}` }),
  /** Lists the entries of all webhooks together, without skipped ones. */
  ofAll: (filter: LogFilter & PageWish) =>
    callFor<DeliveryPage>({ method: 'GET', path: `/webhooks/logs${queryOf(filter)}` }),
  show: (webhook: string, entry: string) =>
    callFor<DeliveryDetail>({ method: 'GET', path: of(webhook, `/${encodeURIComponent(entry)}`) }),
  redeliver: (webhook: string, entry: string, render: BodyRender) =>
    callFor<DeliveryEntry>({
      method: 'POST',
      path: of(webhook, `/${encodeURIComponent(entry)}/redeliver`),
      body: { render },
    }),
  redeliverMany: (webhook: string, wish: RedeliveryWish, dryRun: boolean) =>
    callFor<ManyRedelivered>({
      method: 'POST',
      path: `/webhooks/${encodeURIComponent(webhook)}/redeliver`,
      body: { ...wish, dryRun },
    }),
  clear: (webhook: string) => callFor<undefined>({ method: 'DELETE', path: of(webhook) }),
}

type PageWish = { limit?: number; cursor?: string | undefined }
