import { OperatorError } from '@sluice/service-kit'

/** `LOG_RETENTION_DAYS` and `FAILED_LOG_RETENTION_DAYS`. */
type RetentionSetting = { retentionDays: number; failedRetentionDays: number | undefined }

/** Days that the log is kept, and what has failed of it. */
export type RetentionDays = { all: number; failed: number }

export const readRetentionDays = ({ retentionDays, failedRetentionDays }: RetentionSetting): RetentionDays => ({
  all: retentionDays,
  failed: failedRetentionDays ?? retentionDays,
})

/** @throws OperatorError when what has failed would be kept for a shorter time than the rest */
export function checkRetentionDays({ all, failed }: RetentionDays): void {
  if (failed >= all) return
  throw new OperatorError(
    `FAILED_LOG_RETENTION_DAYS (${failed}) is less than LOG_RETENTION_DAYS (${all}). Set it to as many days or more, or take it away.`,
  )
}
