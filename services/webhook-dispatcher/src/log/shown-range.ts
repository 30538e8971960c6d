import type { WebhookRecord } from '@sluice/contracts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { RetentionDays } from '../settings.ts'
import type { EntryQuery } from './log-query.ts'
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

/** From when on (epoch ms) entries of a webhook can be its own. */
export const shownFrom = ({ createdAt }: WebhookRecord): number => createdAt.getTime() - CLOCK_SKEW_MS

/** Whether entries of events of this time (epoch ms) are shown: the webhook was there, and its log was not cleared since. */
export const isShown = async (webhook: WebhookRecord, at: number, { log }: Pick<ReadLogs, 'log'>): Promise<boolean> =>
  at >= shownFrom(webhook) && at > (await log.clearedUpTo(webhook._id))

/** The part of all logs that there is: epoch ms of events; before `failedOnlyBefore` only what has failed. */
export type KeptRange = Pick<EntryQuery, 'from' | 'to' | 'failedOnlyBefore'>

/** The part of all logs that there is, in epoch ms of the events. */
export function keptRange(
  { from = 0, to = Number.POSITIVE_INFINITY }: { from: number | undefined; to: number | undefined },
  { now, retentionDays }: Pick<ReadLogs, 'now' | 'retentionDays'>,
): KeptRange {
  const at = now().getTime()
  return {
    from: Math.max(from, oldestDay(at, retentionDays.failed)),
    to: Math.min(to, at + CLOCK_SKEW_MS),
    failedOnlyBefore: oldestDay(at, retentionDays.all),
  }
}

/** The part of the log that there is and that is shown, in epoch ms of its events. */
export async function shownRange(
  webhook: WebhookRecord,
  asked: { from: number | undefined; to: number | undefined },
  dependencies: Pick<ReadLogs, 'log' | 'now' | 'retentionDays'>,
): Promise<KeptRange> {
  const kept = keptRange(asked, dependencies)
  const cleared = await dependencies.log.clearedUpTo(webhook._id)
  return { ...kept, from: Math.max(kept.from, shownFrom(webhook), cleared + 1) }
}
