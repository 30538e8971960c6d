import type { Signals } from '@sluice/signals'
import type { Store } from '@sluice/store'

export type ChangeLogClock = {
  /** Milliseconds that only rise. */
  monotonicMs(): number
  /** Epoch ms by this machine. */
  wallMs(): number
}

/** Something for the operator's log. `event` names it for machines, `message` for people. */
export type ChangeLogWarning = { event: string; message: string; error?: unknown }

export type ChangeLogOptions = {
  store: Store
  signals: Signals
  /** The default database: where the log's collections live. */
  db: string
  clock?: ChangeLogClock
  /** How often the log is read when nothing happens. Default 2,000. */
  pollMs?: number
  /** How long followers may be trusted after a poll was sent. Default 15,000. */
  leaseMs?: number
  /** The longest random wait before everything is read anew after a gap. Default 500. */
  maxJitterMs?: number
  onWarning?(warning: ChangeLogWarning): void
}

export type ChangeLogSettings = Required<ChangeLogOptions>

/**
 * The longest that one answer of the store may take for a poll, which needs two when there is news. So a store that answers
 * within 3 s renews the lease, and a poll whose answer got lost is sent again within 4 s.
 */
export const ANSWER_LIMIT_MS = 4_000
/** How long a request waits until this process has seen what its gateway has seen. */
export const REACH_LIMIT_MS = 2_500
/** How long a change that is known waits for the own followers. */
export const APPLY_LIMIT_MS = 5_000

export function withDefaults(options: ChangeLogOptions): ChangeLogSettings {
  const clock = { monotonicMs: () => performance.now(), wallMs: () => Date.now() }
  return { clock, pollMs: 2_000, leaseMs: 15_000, maxJitterMs: 500, onWarning: () => {}, ...options }
}

/** The 1st, 2nd, 4th, 8th … failure in a row is told: an outage of an hour is not an hour of the same line. */
export function isWorthTelling(failures: number): boolean {
  return Number.isInteger(Math.log2(failures))
}
