import type { LogEntry, LogEntryDetail, RecordedExchange, WebhookRecord } from '@sluice/contracts'
import {
  explainPredicate,
  type ParseResult,
  type PredicateExplanation,
  parsePredicate,
  readsRequestBody,
} from '@sluice/predicate'
import { joinHeaders, recordedExchange, repeatOf, throughOf, turnedAwayOf } from '../exchange/exchange-view.ts'
import { isDefaultPayload } from '../mail/plan-mail.ts'
import { deliveryPayload } from '../request/delivery-payload.ts'
import { MAX_CHAIN } from '../webhook/own-target.ts'
import type { WebhookVersion } from '../webhook/webhook-version.ts'
import { type EventRow, type ExecutionResult, type ExecutionRow, fromEventRow, type LoggedBody } from './execution.ts'
import { executionId } from './execution-id.ts'
import { DISABLED, NOT_MATCHED } from './execution-result.ts'

const NEVER: PredicateExplanation = {
  text: '',
  result: 'unknown',
  reason: 'The version that judged this event is not kept any more.',
}

/** An execution as a line of the log. */
export function entryOfExecution(row: ExecutionRow): LogEntry {
  const { _id, webhookId, eventId, at, status, attempt, result, nextAttemptAt, redeliveryOf } = row
  const timestamp = { $date: at.getTime() }
  const durationMs = result?.durationMs ?? 0
  const isToCome = status === 'pending' && nextAttemptAt !== undefined
  const next = isToCome ? `; tried again at ${nextAttemptAt.toISOString()}` : ''
  const summary = result ? `${summarise(result)}${next}` : 'The delivery has not ended yet.'
  return {
    _id,
    webhookId,
    eventId,
    timestamp,
    status,
    durationMs,
    attempt: result?.attempt ?? attempt,
    summary,
    ...(isToCome ? { nextAttemptAt: { $date: nextAttemptAt.getTime() } } : {}),
    ...(redeliveryOf === undefined ? {} : { redeliveryOf }),
    ...reasonOf(result),
  }
}

/** An event that a webhook judged and that did not make it fire, as a line of its log. */
export function entryOfSkipped(row: EventRow, version: WebhookVersion): LogEntry {
  const { webhook } = version
  const isMissed = wasMissed(row, version)
  return {
    _id: executionId(row._id, webhook._id),
    webhookId: webhook._id,
    eventId: row._id,
    timestamp: { $date: row.event.at },
    status: 'skipped',
    durationMs: 0,
    attempt: 0,
    summary: isMissed ? MISSED : describeSkipped(row, webhook),
    ...(isMissed ? WHILE_DISABLED : {}),
  }
}

const WHILE_DISABLED = { reason: 'disabled' } as const

const reasonOf = (result: ExecutionResult | undefined): Pick<LogEntry, 'reason'> =>
  result?.status === 'skipped' && result.error?.code === DISABLED.code ? WHILE_DISABLED : {}

const MISSED = 'disabled: the condition holds, and the webhook was switched off. It can be delivered again'

/** Whether a webhook would have fired on an event, had it not been switched off. Of a repeat that is asked of its first request. */
export function wasMissed(row: EventRow, { webhook }: WebhookVersion): boolean {
  const { chain, repeat } = row.event
  if (webhook.enabled || repeat || chain.includes(webhook._id) || chain.length >= MAX_CHAIN) return false
  return explain(webhook, row).result === true
}

const REPEAT =
  'repeat: with its Idempotency-Key the request was sent before, and of that one the target is told, not of its repeats'

const LOOP = 'loop: this webhook led to the request itself, so it does not fire again'

const LONG_CHAIN = 'loop: a chain of webhooks led to this request, so none fires that would call this service again'

function describeSkipped(row: EventRow, webhook: WebhookRecord): string {
  const { result, reason } = explain(webhook, row)
  const { chain } = row.event
  if (result !== true) return reason
  if (row.event.repeat) return REPEAT
  if (chain.includes(webhook._id)) return LOOP
  return chain.length >= MAX_CHAIN ? LONG_CHAIN : reason
}

function summarise({ status, outgoing, response, error }: ExecutionResult): string {
  const outcome = response && status !== 'skipped' ? String(response.statusCode) : (error?.message ?? '')
  return `${summariseOutgoing(outgoing)}: ${outcome}`
}

function summariseOutgoing(outgoing: ExecutionResult['outgoing']): string {
  switch (outgoing?.type) {
    case 'http':
      return `${outgoing.method} ${outgoing.url}`
    case 'email':
      return `Mail to ${[...outgoing.to, ...outgoing.cc].join(', ')}`
    case undefined:
      return 'Nothing was sent'
  }
}

/** Whether it can't be said what the webhook's condition says of an event without the event's body. */
export function needsBody({ webhook }: WebhookVersion): boolean {
  const parsed = parseCondition(webhook)
  return parsed.kind === 'parsed' && readsRequestBody(parsed.predicate)
}

/** A page of the log explains one condition hundreds of times. */
const parsedConditions = new WeakMap<WebhookRecord, ParseResult>()

function parseCondition(webhook: WebhookRecord): ParseResult {
  const parsed = parsedConditions.get(webhook) ?? parsePredicate(webhook.condition, 'condition')
  parsedConditions.set(webhook, parsed)
  return parsed
}

const BODY_GONE = 'The body of this request is not kept any more. Without it:'

function explain(webhook: WebhookRecord, row: EventRow): PredicateExplanation {
  const parsed = parseCondition(webhook)
  if (parsed.kind !== 'parsed') return { text: webhook.condition, result: 'unknown', reason: parsed.message }
  const explained = explainPredicate(parsed.predicate, recordedExchange(fromEventRow(row)))
  const isGone = row.requestBody.state === 'dropped' && readsRequestBody(parsed.predicate)
  return isGone ? { ...explained, reason: `${BODY_GONE} ${explained.reason}` } : explained
}

type LogEntryFacts = {
  entry: LogEntry
  event: EventRow
  /** The version that judged the event; undefined when it is not kept any more. */
  version: WebhookVersion | undefined
  /** Empty where there is none. */
  execution: Pick<ExecutionRow, 'result' | 'attempts'>
}

/** An entry with all its sections (docs/reference/webhooks.md#the-life-of-an-entry). */
export function detailOf({ entry, event, version, execution }: LogEntryFacts): LogEntryDetail {
  const { result } = execution
  const exchange = fromEventRow(event)
  const { request, response } = event.event
  return {
    ...entry,
    incomingRequest: {
      method: request.method,
      path: request.path,
      query: request.query,
      headers: joinHeaders(request.headers),
      body: event.requestBody,
    },
    incomingResponse: response && showAnswer({ ...response, body: event.responseBody }),
    ...turnedAwayOf(event.event),
    ...throughOf(event.event),
    ...repeatOf(event.event),
    conditionEvaluation: {
      matched: isMatch(entry, event, result),
      explanation: version ? explain(version.webhook, event) : NEVER,
    },
    transformation: version ? transformationOf(exchange, version, result) : null,
    outgoingRequest: result?.outgoing ? showOutgoing(result.outgoing) : null,
    response: result?.response ? showAnswer(result.response) : null,
    error: result?.error ?? null,
    attempts: showAttempts(execution.attempts),
  }
}

/** What may match is stored as if it did, until it is judged. */
const isMatch = ({ webhookId }: LogEntry, { matched }: EventRow, result: ExecutionResult | undefined): boolean =>
  matched.includes(webhookId) && result?.error?.code !== NOT_MATCHED.code

function transformationOf(
  exchange: RecordedExchange,
  { webhook }: WebhookVersion,
  result: ExecutionResult | undefined,
): LogEntryDetail['transformation'] {
  if (!isTransformed(webhook) || !result) return null
  const input = deliveryPayload(exchange, webhook)
  return { input, output: result.outgoing?.body.text ?? null, validJson: result.validJson }
}

const isTransformed = (webhook: WebhookRecord): boolean =>
  webhook.type === 'http' ? webhook.transform.enabled : !isDefaultPayload(webhook.email)

export const showOutgoing = (outgoing: NonNullable<ExecutionResult['outgoing']>): LogEntryDetail['outgoingRequest'] =>
  outgoing.type === 'email' ? outgoing : { ...outgoing, headers: joinHeaders(outgoing.headers) }

const showAttempts = (attempts: ExecutionRow['attempts'] = []): LogEntryDetail['attempts'] =>
  attempts.map(({ at, ...made }) => ({ ...made, at: { $date: at.getTime() } }))

export function showAnswer(answer: { statusCode: number; headers: [string, string][]; body: LoggedBody }) {
  const { statusCode, headers, body } = answer
  return { statusCode, headers: joinHeaders(headers), body }
}
