import type { WebhookRecord } from '@sluice/contracts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { RetentionDays } from '../settings.ts'
import type { LogQuery } from './log-query.ts'
import { oldestDay } from './read-log-page.ts'

export type ReadLogs = {
  webhooks: WebhookStore
  live: LiveWebhooks
  log: LogStore
  now: () => Date
  retentionDays: RetentionDays
}

/** Clocks of gateways may run ahead of ours by this much. */
const CLOCK_SKEW_MS = 60_000

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
