import { logEntry, type WebhookRecord } from '@sluice/contracts'
import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { type LogQuery, wantsSkipped } from '../log/log-query.ts'
import { oldestDay, readLogPage } from '../log/read-log-page.ts'
import type { LiveWebhooks, LogStore, WebhookStore } from '../ports.ts'
import type { RetentionDays } from '../retention-setting.ts'
import { logsQuery } from './logs-query.ts'
import { noSuchWebhook } from './webhook-answer.ts'

export type ReadLogs = {
  webhooks: WebhookStore
  live: LiveWebhooks
  log: LogStore
  now: () => Date
  retentionDays: RetentionDays
}

const logPage = z.object({
  items: z.array(logEntry),
  next: z.string().nullable(),
  notStored: z.int().optional().meta({
    description: 'Events of this time, by whole hours, that are not stored: skipped entries that are missing.',
  }),
})

/** Clocks of gateways may run ahead of ours by this much. */
const CLOCK_SKEW_MS = 60_000

/** `GET /webhooks/<id>/logs`: newest first; a page may be short and still have a `next`. */
export const listLogs = ({ webhooks, live, log, now, retentionDays }: ReadLogs): Operation => ({
  summary: "Read a webhook's log, newest first",
  query: logsQuery,
  answers: { 200: logPage },
  errors: ['BAD_QUERY', 'NOT_FOUND'],
  async handle({ params, query }) {
    const webhook = live.get(params.id ?? '')
    if (!webhook) return noSuchWebhook()
    const { cursor: before, q: text, from, to, ...asked } = parseQuery(logsQuery, query)
    const range = await shownRange(webhook, { from, to }, { log, now, retentionDays })
    const wanted = { ...asked, ...range, webhookId: webhook._id, text, before }
    const [page, notStored] = await Promise.all([
      readLogPage(wanted, { log, webhooks }),
      wantsSkipped(wanted) ? log.eventsNotStored(range) : 0,
    ])
    return ok(notStored > 0 ? { ...page, notStored } : page)
  },
})

/** The part of the log that there is and that is shown, in epoch ms of its events. */
export async function shownRange(
  { _id, createdAt }: WebhookRecord,
  { from = 0, to = Number.POSITIVE_INFINITY }: { from: number | undefined; to: number | undefined },
  { log, now, retentionDays }: Pick<ReadLogs, 'log' | 'now' | 'retentionDays'>,
): Promise<Pick<LogQuery, 'from' | 'to' | 'failedOnlyBefore'>> {
  const at = now().getTime()
  const cleared = await log.clearedUpTo(_id)
  const oldest = Math.max(oldestDay(at, retentionDays.failed), createdAt.getTime() - CLOCK_SKEW_MS, cleared + 1)
  return {
    from: Math.max(from, oldest),
    to: Math.min(to, at + CLOCK_SKEW_MS),
    failedOnlyBefore: oldestDay(at, retentionDays.all),
  }
}
