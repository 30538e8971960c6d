import { type Refusal, refuse, type WebhookRecord } from '@sluice/contracts'
import type { DeliveryBody } from '../request/plan-delivery.ts'
import type { WebhookVersion } from '../webhook/webhook-version.ts'
import { type ExecutionRow, isEnded, type LoggedBody } from './execution.ts'
import { redeliveryId } from './execution-id.ts'

/** How often one execution can be delivered again. */
const MAX_REDELIVERIES = 100

/** `same`: the body as it was sent; `again`: rendered anew, by the webhook as it is now. */
export type Render = 'same' | 'again'

/** The execution that a redelivery repeats: that of the event itself, also where a redelivery is delivered again. */
const originalOf = ({ _id, redeliveryOf }: Pick<ExecutionRow, '_id' | 'redeliveryOf'>): string => redeliveryOf ?? _id

/** Finds, among the executions of one event, those by which this one was repeated. */
const redeliveriesOf = (original: string, ofEvent: readonly ExecutionRow[]): ExecutionRow[] =>
  ofEvent.filter(({ redeliveryOf }) => redeliveryOf === original)

/** Why this execution can't be delivered again now. @param ofEvent all of its webhook and event */
export function refuseRedelivery(execution: ExecutionRow, ofEvent: readonly ExecutionRow[]): Refusal | undefined {
  const before = redeliveriesOf(originalOf(execution), ofEvent)
  const running = [execution, ...before].find(({ status }) => !isEnded(status))
  if (running)
    return refuse('CONFLICT', `This delivery is still under way (log entry ${running._id}). Wait for its end.`)
  return before.length >= MAX_REDELIVERIES
    ? refuse('CONFLICT', `This entry has been delivered again ${MAX_REDELIVERIES} times, and can't be any more.`)
    : undefined
}

/**
 * Whether an execution that one asks for in bulk needs it: what is under way is left alone, and so is what was delivered
 * again with success, so that who asks until nothing is left has everything delivered again once.
 */
export function needsRedelivery(original: Pick<ExecutionRow, '_id'>, ofEvent: readonly ExecutionRow[]): boolean {
  const before = redeliveriesOf(original._id, ofEvent)
  const isRunning = before.some(({ status }) => !isEnded(status))
  return !isRunning && !before.some(({ status }) => status === 'success')
}

/** The row of a redelivery before it has begun. */
export function toRedelivery(
  execution: ExecutionRow,
  { webhook }: WebhookVersion,
  { ofEvent, at }: { ofEvent: readonly ExecutionRow[]; at: Date },
): ExecutionRow {
  const { webhookId, eventId, incoming } = execution
  const original = originalOf(execution)
  const number = redeliveriesOf(original, ofEvent).length + 1
  return {
    _id: redeliveryId(original, number),
    webhookId,
    webhookVersion: webhook.version,
    eventId,
    at,
    incoming,
    status: 'pending',
    attempt: 1,
    redeliveryOf: original,
  }
}

type RedeliveryBody = Omit<DeliveryBody, 'kind'>

/** The body as it was sent, or why it can't be sent once more; undefined where nothing was sent. */
export function sentBody({ result }: ExecutionRow, webhook: WebhookRecord): RedeliveryBody | Refusal | undefined {
  const outgoing = result?.outgoing
  if (!result || !outgoing) return undefined
  if (outgoing.type !== webhook.type) {
    return refuse('CONFLICT', `It was sent when the webhook was of the type ${outgoing.type}. ${RENDER_AGAIN}`)
  }
  if (outgoing.body.truncated) {
    return refuse('CONFLICT', `The log has only the first 64 KiB of what was sent. ${RENDER_AGAIN}`)
  }
  const subject = outgoing.type === 'email' ? outgoing.subject : undefined
  return { text: textOf(outgoing.body), isJson: result.validJson, subject }
}

const RENDER_AGAIN = 'Have it rendered anew: {"render": "again"}.'

const textOf = ({ text, encoding }: LoggedBody): string => Buffer.from(text, encoding).toString('utf8')
