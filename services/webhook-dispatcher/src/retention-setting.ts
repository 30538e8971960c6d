import { exchangeCompleted } from '@sluice/contracts'
import { OperatorError } from '@sluice/service-kit'

const BUS_DAYS = Math.ceil(exchangeCompleted.retentionMs / (24 * 3_600_000))
/** The log of an event outlives the event itself on the bus, and the day that it is dropped with may have just begun. */
const MIN_DAYS = BUS_DAYS + 1

/** `LOG_RETENTION_DAYS` and `FAILED_LOG_RETENTION_DAYS`. */
type RetentionSetting = { retentionDays: number; failedRetentionDays: number | undefined }

/** Days that the log is kept, and what has failed of it. */
export type RetentionDays = { all: number; failed: number }

export const readRetentionDays = ({ retentionDays, failedRetentionDays }: RetentionSetting): RetentionDays => ({
  all: retentionDays,
  failed: failedRetentionDays ?? retentionDays,
})

/**
 * @throws OperatorError when the log would be gone while its events can still come again from the bus, or what has failed
 * would be kept for a shorter time than the rest
 */
export function checkRetentionDays({ all, failed }: RetentionDays): void {
  if (all < MIN_DAYS) {
    throw new OperatorError(
      `LOG_RETENTION_DAYS (${all}) is less than ${MIN_DAYS}. The bus keeps events for ${BUS_DAYS} days, and one that is read again after its log is gone would be delivered again. Set it to ${MIN_DAYS} or more.`,
    )
  }
  if (failed >= all) return
  throw new OperatorError(
    `FAILED_LOG_RETENTION_DAYS (${failed}) is less than LOG_RETENTION_DAYS (${all}). Set it to as many days or more, or take it away.`,
  )
}
