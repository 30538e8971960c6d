import type { ChangePositions, ChangeTopic, LoggedChange } from '@sluice/contracts'
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

/** How far each topic is, in one epoch: the epoch is raised when a backup is restored, and the history before is lost. */
export type Counters = { epoch: number; positions: ChangePositions }

/** What a recorded write came to. `abandoned`: `work` found that nothing may be written, and nothing was. */
export type RecordedWrite<T> = { kind: 'committed'; result: T; sequence: number } | { kind: 'abandoned'; result: T }

type Abandon = <T>(result: T) => T

/** What writes, in a transaction that may be begun anew. */
export type RecordedWork<T> = (transaction: StoreTransaction, change: LoggedChange, abandon: Abandon) => Promise<T>

/**
 * The change log (docs/architecture.md#the-change-log): writes of what every process keeps live carry a sequence, in the same
 * transaction; notices push them, a poll every 2 s makes sure, and a lease of 15 s says how long the result may be trusted.
 */
export type ChangeLog = {
  /**
   * Runs `work` and writes the entry in one transaction; the topic's counter is raised first, so that changes of one
   * topic are serial; those of this process wait in line, at most 1,000 of them and 10 s each. `abandon(result)` rolls
   * back and gives `result`. Resolves after the own followers have applied it.
   * @throws StoreConflictError when it did not get its turn, here or beside other processes; then nothing is written
   */
  record<T>(topic: ChangeTopic, id: string, work: RecordedWork<T>): Promise<RecordedWrite<T>>
  /**
   * Does what `record` does, for what ends an access (a key, a session): it goes before all other changes of this
   * process that wait, and as many as may wait of each.
   */
  recordEnd<T>(topic: ChangeTopic, id: string, work: RecordedWork<T>): Promise<RecordedWrite<T>>
  /**
   * Does what `record` does for a work that changes several records at once: one sequence, and none of the records by
   * name, so that every follower, of an earlier version too, reads all anew. No reader need see one half of it: a live
   * table that `comesInSets` does not.
   */
  recordSet<T>(topic: ChangeTopic, work: RecordedWork<T>): Promise<RecordedWrite<T>>
  /** How many of those there have been, as it is stored now: what is read between two equal answers is torn by none. */
  setsOf(topic: ChangeTopic): Promise<number>
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
  positions(): Readonly<ChangePositions>
  /** What the last good poll has read, whether it has been applied or not. */
  polled(): Counters | undefined
  /** Whether the followers are at least there, in this epoch. */
  hasReached(of: Counters): boolean
  /** Waits until the followers are at least there; polls at once when they are behind. @throws StoreUnavailableError after 2.5 s */
  catchUp(positions: ChangePositions): Promise<void>
  /**
   * Resolves when the followers of these topics hold everything that was stored before this call: for decisions that
   * can't be taken back. A poll that is sent after the call serves all who ask until then. @returns what it has read
   * @throws StoreUnavailableError when an answer takes longer than 4 s, or applying what is new longer than 5 s
   */
  catchUpWithStore(topics: readonly ChangeTopic[]): Promise<Counters>
  /** The store's clock as last read by a poll, at most about 4 s ago, and carried on since; in epoch ms. */
  storeTime(): number
  /**
   * To be waited for before a lease is taken or renewed by `storeTime`. Resolves at once, unless this machine may have slept
   * since the last poll: then after the next one. @throws StoreUnavailableError after 5 s
   */
  confirmTime(): Promise<void>
}
