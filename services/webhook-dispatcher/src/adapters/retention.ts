import type { Logger } from '@sluice/service-kit'
import type { LogStore, WebhookStore } from '../ports.ts'
import type { Quarantine } from './document-quarantine.ts'

const DAY_MS = 24 * 3_600_000
const EVERY_MS = 3_600_000

type Options = {
  log: LogStore
  webhooks: WebhookStore
  quarantine: Quarantine
  retentionDays: number
  now: () => Date
  logger: Logger
}

/** Drops what is older than the retention, at start and every hour. */
export function createRetention({ log, webhooks, quarantine, retentionDays, now, logger }: Options) {
  let timer: NodeJS.Timeout | undefined

  async function tidy(): Promise<void> {
    const moment = new Date(now().getTime() - retentionDays * DAY_MS)
    try {
      await log.forgetDaysBefore(moment)
      await webhooks.forgetVersionsBefore(moment)
      await quarantine.tidy(moment)
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
