import { instantField, type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { type FoundExecution, findExecutions } from '../log/find-executions.ts'
import { findMissed } from '../log/find-log-entry.ts'
import { type ReadLogs, shownRange } from '../log/shown-range.ts'
import { logFilter } from './logs-query.ts'
import { permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'
import { type Redeliver, renderChoice } from './redeliver-log.ts'
import { noSuchWebhook, parseSmallBody } from './webhook-answer.ts'

export type RedeliverMany = Redeliver & ReadLogs

const redeliverBody = z.strictObject({
  status: z
    .enum(['failed', 'success', 'skipped'])
    .default('failed')
    .meta({ description: 'Of those that were skipped, only what the webhook, or webhooks, were switched off for.' }),
  from: instantField.optional().meta({ description: 'ISO 8601 or epoch ms: events at or after it.' }),
  to: instantField.optional().meta({ description: 'ISO 8601 or epoch ms: events before it.' }),
  path: logFilter.path,
  statusCode: logFilter.statusCode,
  q: logFilter.q,
  cursor: z
    .guid({ error: 'must be the "next" of the answer before' })
    .toLowerCase()
    .optional()
    .meta({ description: 'The `next` of the answer before: entries older than that.' }),
  dryRun: z.boolean().default(false).meta({ description: 'Counts, and delivers nothing.' }),
  render: renderChoice,
})

const redeliverAnswer = z.object({
  matched: z.int(),
  redelivered: z.int(),
  refused: z.int().meta({ description: 'That can not be delivered again; asked for by itself, each says why.' }),
  next: z.string().optional().meta({ description: 'Where the look has ended, if it did not see the whole log.' }),
  more: z.boolean().meta({ description: 'There are more, or may be: send the request again for them.' }),
})

const BOUNDS = { most: 1000, withinMs: 10_000 }
const READ_AT_ONCE = 200
const AT_ONCE = 20

/**
 * `POST /webhooks/<id>/redeliver`: up to 1,000 entries of the log, those first that are newest. What was delivered again with
 * success, or is about to be, is left out: the same request can be sent until there is nothing more.
 */
export const redeliverLogs = (dependencies: RedeliverMany): Operation => ({
  id: 'redeliverLogs',
  tag: 'webhooks',
  summary: 'Deliver entries of the log once more, by a filter, with a count first',
  examples: {
    body: { status: 'failed', dryRun: true },
    answers: { 200: { matched: 3, redelivered: 0, refused: 0, more: false } },
  },
  body: redeliverBody,
  answers: { 200: redeliverAnswer },
  appliedRules: RULES_OF_LOGS,
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'WEBHOOKS_PLUGIN_DISABLED',
    'NOT_FOUND',
    'CONFLICT',
    'PAYLOAD_TOO_LARGE',
  ],
  async handle(request) {
    const { redeliveries } = dependencies
    const webhook = await permittedWebhooks(dependencies, request.caller).toUse(request.params.id)
    if (!webhook) return noSuchWebhook()
    const {
      from,
      to,
      q: text,
      dryRun,
      render,
      cursor: before,
      ...filter
    } = request.rawBody.length > 0 ? parseSmallBody(redeliverBody, request) : redeliverBody.parse({})
    const refusal = redeliveries.refusal(webhook._id)
    if (refusal && !dryRun) return refusal
    const range = await shownRange(webhook, { from, to }, dependencies)
    const { found, next } = await findExecutions(
      { ...filter, ...range, webhookId: webhook._id, text, before, limit: READ_AT_ONCE },
      dependencies,
      BOUNDS,
    )
    const redelivered = dryRun ? 0 : await redeliverAll({ found, webhookId: webhook._id, render }, dependencies)
    return ok({
      matched: found.length,
      redelivered,
      refused: dryRun ? 0 : found.length - redelivered,
      more: next !== null,
      ...(next === null ? {} : { next }),
    })
  },
})

type RedeliveryOrder = { found: readonly FoundExecution[]; webhookId: string; render: 'same' | 'again' }

/** @returns how many were */
async function redeliverAll(
  { found, webhookId, render }: RedeliveryOrder,
  dependencies: RedeliverMany,
): Promise<number> {
  const { log, redeliveries } = dependencies
  let redelivered = 0
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const outcomes = found.slice(at, at + AT_ONCE).map(async ({ executionId, ofEvent }) => {
      // Read once more: this time with what was sent.
      const whole = (await log.execution(executionId)) ?? (await findMissed(webhookId, executionId, dependencies))
      return whole && (await redeliveries.redeliver(whole, ofEvent, render)).kind === 'redelivered'
    })
    redelivered += (await Promise.all(outcomes)).filter(Boolean).length
  }
  return redelivered
}
