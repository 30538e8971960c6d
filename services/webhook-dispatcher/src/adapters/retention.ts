import type { Logger } from '@sluice/service-kit'
import type { CountStore } from '../ports/count-store.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { OccurrenceStore } from '../ports/occurrence-store.ts'
import type { WatchStore } from '../ports/watch-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { RetentionDays } from '../settings.ts'
import type { Quarantine } from './document-quarantine.ts'

const DAY_MS = 24 * 3_600_000
const EVERY_MS = 3_600_000

type Options = {
  log: LogStore
  webhooks: WebhookStore
  quarantine: Quarantine
  watches: Pick<WatchStore, 'forgetBefore'>
  counts: Pick<CountStore, 'forgetBefore'>
  occurrences: Pick<OccurrenceStore, 'forgetBefore'>
  days: RetentionDays
  now: () => Date
  logger: Logger
}

/** Drops what is older than the retention, at start and every hour. */
export function createRetention(options: Options) {
  const { log, webhooks, quarantine, watches, counts, occurrences, days, now, logger } = options
  let timer: NodeJS.Timeout | undefined

  async function tidy(): Promise<void> {
    const before = (some: number) => new Date(now().getTime() - some * DAY_MS)
    const moment = before(days.all)
    try {
      await log.forgetDaysBefore(moment, before(days.failed))
      await log.indexDays()
      await webhooks.forgetVersionsBefore(before(days.failed))
      await quarantine.tidy(moment)
      await watches.forgetBefore(moment)
      await counts.forgetBefore(moment)
      await occurrences.forgetBefore(moment)
    } catch (error) {
      logger.warn({ err: error }, 'retention.failed')
    }
  }

  return {
    start(): void {
      void tidy()
      timer = setInterval(() => void tidy(), EVERY_MS).unref()
    },
    stop: (): void => clearInterval(timer),
  }
}
