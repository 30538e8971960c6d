/** What an attempt says of its target; `unknown` where it never got as far, or tells nothing of it. */
export type TargetHealth = 'well' | 'unwell' | 'unknown'

/** Times in ms of one clock. `failures`: when the last consecutive ones were. */
export type Breaker =
  | { kind: 'closed'; failures: readonly number[] }
  | { kind: 'open'; until: number; backoffMs: number }
  | { kind: 'probing'; backoffMs: number }

/** This many failures in a row, none of them longer ago than this, open it. */
export const FAILURES_TO_OPEN = 10
export const FAILURES_WITHIN_MS = 60_000
export const FIRST_BACKOFF_MS = 5_000
export const MAX_BACKOFF_MS = 60_000

export const CLOSED: Breaker = { kind: 'closed', failures: [] }

/** How many may be sent to the target now: any number, one to see how it is, or none. */
export function passage(breaker: Breaker, now: number): 'all' | 'one' | 'none' {
  if (breaker.kind === 'closed') return 'all'
  return breaker.kind === 'open' && now >= breaker.until ? 'one' : 'none'
}

/** After one was let through to see how the target is. */
export const probing = (breaker: Breaker): Breaker =>
  breaker.kind === 'open' ? { kind: 'probing', backoffMs: breaker.backoffMs } : breaker

/** @param isProbe whether it was let through to see how the target is */
export function afterAttempt(
  breaker: Breaker,
  { health, isProbe }: { health: TargetHealth; isProbe: boolean },
  now: number,
): Breaker {
  if (health === 'well') return CLOSED
  switch (breaker.kind) {
    case 'closed':
      return health === 'unwell' ? afterFailure(breaker.failures, now) : breaker
    case 'open':
      return breaker
    case 'probing':
      return isProbe ? afterProbe(breaker.backoffMs, health, now) : breaker
  }
}

function afterFailure(before: readonly number[], now: number): Breaker {
  const failures = [...before.filter(at => at > now - FAILURES_WITHIN_MS), now]
  return failures.length < FAILURES_TO_OPEN
    ? { kind: 'closed', failures }
    : { kind: 'open', until: now + FIRST_BACKOFF_MS, backoffMs: FIRST_BACKOFF_MS }
}

/** A probe that says nothing makes room for another at once. */
function afterProbe(before: number, health: Exclude<TargetHealth, 'well'>, now: number): Breaker {
  if (health === 'unknown') return { kind: 'open', until: now, backoffMs: before }
  const backoffMs = Math.min(2 * before, MAX_BACKOFF_MS)
  return { kind: 'open', until: now + backoffMs, backoffMs }
}
