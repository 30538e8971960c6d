import type { WaitingReason } from '../domain/delivery-life.ts'
import type { AttemptNote, ExecutionRow } from '../domain/execution/execution.ts'

/** A delivery that waits in the store; its execution is `pending`. */
export type WaitingDelivery = {
  _id: string
  webhookId: string
  /** The `from` of the version whose url, headers and secret are used: the one that matched, or was asked for. */
  versionFrom: number
  /** Empty where it is not known yet. */
  target: string
  reason: WaitingReason
  /** The time is of the store's clock. */
  dueAt: Date
  /**
   * The rendered body. Undefined: nobody has said yet whether the condition holds; that is judged, and the body
   * rendered, by the event when its turn comes.
   */
  body?: string | undefined
  isJson: boolean | null
  /** The subject of a mail. */
  subject?: string | undefined
  /** The number of the attempt that it waits for, and those that have ended. */
  attempt: number
  attempts: readonly AttemptNote[]
  /** An attempt was broken off by a crash: nobody knows what came of it. */
  isUncertain: boolean
  /** The webhooks that led to the event. */
  chain: readonly string[]
  /** The execution, where it may not be in the log yet. */
  opening?: ExecutionRow | undefined
}

/** A waiting delivery that was claimed. `token`: whose claim it is. */
export type ClaimedDelivery = WaitingDelivery & { token: string }

/** What waits of one webhook for one target. */
export type Lane = Pick<WaitingDelivery, 'webhookId' | 'target'>

type HeldDelivery = Pick<ClaimedDelivery, '_id' | 'token'>

/**
 * Waiting deliveries. A claim is a lease: what its holder does not finish in time is claimed by another, as the next
 * attempt.
 */
export type WaitingStore = {
  /** Durable when it resolves; what is there is left as it is. @returns false when too many wait for this webhook */
  add(delivery: WaitingDelivery): Promise<boolean>
  has(id: string): Promise<boolean>
  /** In their order, those after this one, at most `limit`. */
  lanes(after: Lane, limit: number): Promise<Lane[]>
  /** Up to `limit` that are due, or all that nobody holds, the longest waiting first. */
  claim(lane: Lane, options: { limit: number; isDue: boolean }): Promise<ClaimedDelivery[]>
  /** @returns whether the claim still stood; it is as long as at first again */
  renew(claimed: HeldDelivery): Promise<boolean>
  /** Removes what has ended, unless somebody else holds it by now: they find out and remove it. */
  remove(claimed: HeldDelivery): Promise<void>
  /**
   * Gives a claim back of which nothing was begun, to be claimed again after a short while. Where the store is away, that
   * is done before this process claims anything else. @param reason the new one
   */
  release(claimed: HeldDelivery, reason?: WaitingReason): Promise<void>
  /**
   * Gives a claim back that this process can do nothing about, and does not claim it again for some minutes: others may at
   * once. What can't be read is passed over by `claim` itself.
   */
  passOver(claimed: HeldDelivery): Promise<void>
  /** Ends a claim whose attempt has failed, until the next one. @returns whether the claim still stood */
  waitForRetry(
    claimed: HeldDelivery & Pick<ClaimedDelivery, 'isUncertain'>,
    next: Pick<WaitingDelivery, 'dueAt' | 'attempt' | 'attempts'>,
  ): Promise<boolean>
  /** Ends the claims of these claimants, whose processes are gone: as when their leases end. @returns how many they were */
  releaseOf(claimants: readonly string[]): Promise<number>
  /**
   * The ids of deliveries that wait, of these webhooks or of all, by the time of their event (epoch ms): `from` <= time <
   * `to`. Not in any order.
   */
  waitingIds(
    webhookIds: readonly string[] | undefined,
    range: { from: number; to: number; limit: number },
  ): Promise<string[]>
  /** Since when the first delivery of a webhook waits for a reason, however many do. */
  heldSince(webhookId: string, reason: WaitingReason): Promise<Date | undefined>
  /** How many of a webhook wait for a reason, and since when. */
  heldBack(webhookId: string, reason: WaitingReason): Promise<{ waiting: number; since: Date } | undefined>
}
