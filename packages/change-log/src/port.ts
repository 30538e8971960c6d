import type { Change, ChangePositions, ChangeTopic } from '@sluice/contracts'
import type { StoreTransaction } from '@sluice/store'

/**
 * What is kept in step with a topic. Calls come one at a time per follower; a rejected one is tried again before
 * anything else of this follower, with back-off, and until it works the lease is not renewed.
 */
export type Follower = {
  topic: ChangeTopic
  /** Read everything anew: at start, after a gap, after a new epoch. */
  reload(): Promise<void>
  /** Read what is stored under `id` now; it may be gone. */
  apply(id: string): Promise<void>
}

/** What a recorded write came to. `abandoned`: `work` found that nothing may be written, and nothing was. */
export type Recorded<T> = { kind: 'committed'; result: T; sequence: number } | { kind: 'abandoned'; result: T }

export type Abandon = <T>(result: T) => T

/**
 * The change log (design: decisions, "API keys"): writes of what every process keeps live carry a sequence, in the same
 * transaction; notices push them, a poll every 2 s makes sure, and a lease of 15 s says how long the result may be trusted.
 */
export type ChangeLog = {
  /**
   * Runs `work` and writes the entry in one transaction; the topic's counter is raised first, so that changes of one
   * topic are serial. `abandon(result)` rolls back and gives `result`. Resolves after the own followers have applied it.
   */
  record<T>(
    topic: ChangeTopic,
    id: string,
    work: (transaction: StoreTransaction, change: Change, abandon: Abandon) => Promise<T>,
  ): Promise<Recorded<T>>
  /** Resolves after the first `reload`. To be called before `start` or at any time after. */
  follow(follower: Follower): Promise<void>
  /** Starts notices, poll and lease. Resolves when the lease is held and every follower has loaded. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Whether what followers hold may be used: the lease is held, and no follower is behind what has been polled. */
  isTrusted(): boolean
  /** Seconds since the last good poll was sent. Past 6: unready. */
  secondsSincePoll(): number
  /**
   * The sequence up to which each followed topic has been applied here; of a topic without a follower what was recorded
   * here in the last 15 s.
   */
  positions(): ChangePositions
  /** Waits until the followers are at least there; polls at once when they are behind. @throws StoreUnavailableError after 1.5 s */
  catchUp(positions: ChangePositions): Promise<void>
  /** The store's clock as known from the last poll, in epoch ms. */
  storeTime(): number
}
