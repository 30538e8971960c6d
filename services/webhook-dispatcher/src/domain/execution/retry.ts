import type { RetryPolicy } from '@sluice/contracts'

/** What is added to a pause at most, so that many deliveries that failed together are not tried again together. */
const JITTER = 0.2
const MAX_RETRY_AFTER_MS = 24 * 3_600_000

/** An attempt that failed, and that may do better later. */
export type FailedAttempt = {
  /** How many were made with it. */
  made: number
  /** The value of the answer's `Retry-After`. */
  retryAfter: string | undefined
  at: Date
}

/**
 * When a delivery is tried again: after the pause of the schedule, and not before the target wants it.
 * @param random from 0 up to, not including, 1
 * @returns undefined when that was the last attempt
 */
export function nextAttemptAt(
  policy: RetryPolicy | undefined,
  { made, retryAfter, at }: FailedAttempt,
  random: number,
): Date | undefined {
  if (!policy || made >= policy.attempts) return undefined
  const seconds = policy.schedule[Math.min(made, policy.schedule.length) - 1] ?? 0
  const pauseMs = seconds * 1000 * (1 + JITTER * random)
  return new Date(at.getTime() + Math.max(pauseMs, readRetryAfter(retryAfter, at) ?? 0))
}

/**
 * The value of a `Retry-After` header in ms from `now`: seconds, or a date of HTTP. At most 24 hours.
 * @returns undefined for what is neither
 */
export function readRetryAfter(text: string | undefined, now: Date): number | undefined {
  const value = text?.trim() ?? ''
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : untilDate(value, now)
  return waitMs === undefined ? undefined : Math.min(Math.max(0, waitMs), MAX_RETRY_AFTER_MS)
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, or `Sunday, 06-Nov-94 08:49:37 GMT` as older servers write it. */
const HTTP_DATE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/

function untilDate(text: string, now: Date): number | undefined {
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at - now.getTime()
}
