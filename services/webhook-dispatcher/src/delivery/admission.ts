import type { WebhookRecord } from '@sluice/contracts'
import { createSparseLog, type Logger } from '@sluice/service-kit'
import type { QueuedWaitingReason } from '../domain/delivery-life.ts'
import type { TargetHealth } from '../domain/execution/breaker.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { Lane } from '../ports/waiting-store.ts'
import type { Breakers } from './breakers.ts'
import { createRates } from './rates.ts'

/** To be told, once, how the target was; `untried`: no attempt was made. */
export type AttemptReport = (health: TargetHealth | 'untried') => void

/** Whether an attempt may begin, or for which reason its delivery has to wait. */
export type AdmissionVerdict =
  | { kind: 'admitted'; report: AttemptReport }
  | { kind: Extract<QueuedWaitingReason, 'held' | 'unwell'> }

type AdmissionDependencies = {
  live: Pick<LiveWebhooks, 'get'>
  breakers: Breakers
  /** Whether the name of this target needs no look-up, or has a place for it. */
  mayLookUp(target: string): boolean
  /** Which part of a webhook's number a minute this process has. */
  share(): number
  logger: Logger
}

export type AttemptAdmission = ReturnType<typeof createAdmission>

const DEFAULT_PER_MINUTE = 6000

/** Whether an attempt may begin now. One that may not waits in the store, and is not failed for it. */
export function createAdmission({ live, breakers, mayLookUp, share, logger }: AdmissionDependencies) {
  const rates = createRates({ share })
  const sayHeld = createSparseLog(fields => logger.warn(fields, 'webhook.held-back'))
  // The number of now, so that raising it lets go what waits.
  const limited = (webhookId: string) => ({
    webhookId,
    limit: live.get(webhookId)?.maxPerMinute ?? DEFAULT_PER_MINUTE,
  })

  return {
    /** Counts the attempt, if it may begin. */
    ask({ _id }: Pick<WebhookRecord, '_id'>, target: string): AdmissionVerdict {
      const rate = limited(_id)
      if (rates.room(rate) === 0) {
        sayHeld({ webhookId: _id, maxPerMinute: rate.limit })
        return { kind: 'held' }
      }
      const report = breakers.enter(target)
      if (!report) return { kind: 'unwell' }
      const takeBack = rates.count(rate)
      return {
        kind: 'admitted',
        report(health) {
          if (health === 'untried') takeBack()
          report(health === 'untried' ? 'unknown' : health)
        },
      }
    },
    /** How many of a lane may begin now. */
    room: ({ webhookId, target }: Lane): number =>
      mayLookUp(target) ? Math.min(rates.room(limited(webhookId)), breakers.room(target)) : 0,
  }
}
