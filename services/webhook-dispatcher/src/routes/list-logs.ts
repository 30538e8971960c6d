import { executionStatus, logEntry } from '@sluice/contracts'
import { instantQuery, type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { oldestDay, readLogPage } from '../log/read-log-page.ts'
import type { LiveWebhooks, LogStore, WebhookStore } from '../ports.ts'
import { noSuchWebhook } from './webhook-answer.ts'

export type ReadLogs = {
  webhooks: WebhookStore
  live: LiveWebhooks
  log: LogStore
  now: () => Date
  retentionDays: number
}

const logsQuery = z.object({
  status: executionStatus.optional(),
  from: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: events at or after it.' }),
  to: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: events before it.' }),
  q: z.string().max(200).optional().meta({ description: 'Literal text of the summary, or method and path.' }),
  cursor: z.guid({ error: 'must be the "next" of a page' }).optional(),
})

/** Clocks of gateways may run ahead of ours by this much. */
const CLOCK_SKEW_MS = 60_000

/** `GET /webhooks/<id>/logs`: newest first; a page may be short and still have a `next`. */
export const listLogs = ({ webhooks, live, log, now, retentionDays }: ReadLogs): Operation => ({
  summary: "Read a webhook's log, newest first",
  query: logsQuery,
  answers: { 200: z.object({ items: z.array(logEntry), next: z.string().nullable() }) },
  errors: ['BAD_QUERY', 'NOT_FOUND'],
  async handle({ params, query }) {
    const webhook = live.get(params.id ?? '')
    if (!webhook) return noSuchWebhook()
    const { status, from = 0, to = Number.POSITIVE_INFINITY, q, cursor } = parseQuery(logsQuery, query)
    const at = now().getTime()
    const cleared = await log.clearedUpTo(webhook._id)
    const oldest = Math.max(oldestDay(at, retentionDays), webhook.createdAt.getTime() - CLOCK_SKEW_MS, cleared + 1)
    const range = { from: Math.max(from, oldest), to: Math.min(to, at + CLOCK_SKEW_MS) }
    const page = await readLogPage(
      { webhookId: webhook._id, status, ...range, text: q, before: cursor },
      { log, webhooks },
    )
    return ok(page)
  },
})
