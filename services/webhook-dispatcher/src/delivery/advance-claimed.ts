import { StoreUnavailableError } from '@sluice/store'
import type { Claimant } from '../claimant/create-claimant.ts'
import { type ClaimLease, createLease } from '../claimant/lease.ts'
import {
  type DeliveryEnd,
  deliveryLife,
  endBy,
  type QueuedWaitingReason,
  type WaitingReason,
} from '../domain/delivery-life.ts'
import { claimantOfToken } from '../domain/execution/claimant.ts'
import { type EventRow, type ExecutionRow, fromEventRow, isEnded } from '../domain/execution/execution.ts'
import { EVENT_GONE, NOT_MATCHED } from '../domain/execution/execution-result.ts'
import { UnreadableExecutionError } from '../domain/execution/unreadable-execution.ts'
import { judgeLate } from '../domain/webhook/judge-late.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { ClaimedDelivery, WaitingStore } from '../ports/waiting-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { Deliveries } from './deliveries.ts'
import type { Delivery, NextAttempt, RetryState } from './delivery.ts'
import type { Persist } from './persist.ts'

export type AdvanceDependencies = {
  waiting: WaitingStore
  claimant: Pick<Claimant, 'isCertain' | 'isStill'>
  webhooks: WebhookStore
  log: LogStore
  deliveries: Deliveries
  persist: Persist
  /** Whether a URL leads to this service itself. */
  isOwn(url: string): boolean
}

const GONE = {
  stage: 'delivery',
  code: 'VERSION_GONE',
  message: 'The version of the webhook that matched is not kept any more.',
}

/** The reason for which a claimed delivery that can't begin waits from then on; undefined: the one that it had. */
const NEXT_REASON: Readonly<Record<Exclude<QueuedWaitingReason, 'unreadable'>, WaitingReason | undefined>> = {
  full: undefined,
  held: 'held',
  unwell: 'unwell',
}

/** Brings on what was claimed from the store, and writes into the store how far it has come. */
export function createAdvance(dependencies: AdvanceDependencies) {
  const { waiting, claimant, persist } = dependencies

  async function settle(claimed: ClaimedDelivery, end: DeliveryEnd): Promise<void> {
    switch (end) {
      case 'ended':
        await persist(() => waiting.remove(claimed))
        return
      case 'free':
        await persist(() => waiting.release(claimed))
        return
      case 'unreadable':
        await persist(() => waiting.passOver(claimed))
        return
      case 'waiting':
      case 'left':
        return
      default:
        await waiting.release(claimed, NEXT_REASON[end])
    }
  }

  const giveBack = (claimed: ClaimedDelivery, error: unknown): Promise<void> =>
    error instanceof UnreadableExecutionError ? waiting.passOver(claimed) : waiting.release(claimed)

  /** @param age how long ago it was claimed, in ms */
  return async (claimed: ClaimedDelivery, age: () => number): Promise<void> => {
    let hasBegun = false
    const onBegun = (has: boolean) => {
      hasBegun = has
    }
    const by = claimantOfToken(claimed.token)
    const renew = async () => (await claimant.isStill(by)) && waiting.renew(claimed)
    const lease = createLease(age, renew, { isCertain: () => claimant.isCertain(by), onBegun })
    try {
      await settle(claimed, await bringToEnd(claimed, lease, dependencies))
    } catch (error) {
      // What has not begun is no attempt.
      if (!hasBegun) await giveBack(claimed, error)
      throw error
    }
  }
}

async function bringToEnd(
  claimed: ClaimedDelivery,
  lease: ClaimLease,
  dependencies: AdvanceDependencies,
): Promise<DeliveryEnd> {
  const { deliveries } = dependencies
  const read = await readClaimed(claimed, dependencies)
  if (typeof read === 'string') return read
  const { row, version, event } = read
  if (!version) return deliveries.failRow(row, claimed, GONE)
  const { body: text, isJson, subject } = claimed
  const delivery = toDelivery(claimed, { row, version, lease }, dependencies)
  if (text !== undefined) return deliveries.deliverBody(delivery, { text, isJson, subject })
  if (!event) return deliveries.fail(delivery, EVENT_GONE)
  const exchange = fromEventRow(event)
  switch (judgeLate(version, exchange, dependencies.isOwn)) {
    case 'matched':
      return deliveries.deliver(delivery, exchange)
    case 'not-matched':
      return deliveries.skipRow(row, claimed, NOT_MATCHED)
    case 'unreadable':
      return endBy('unreadable')
  }
}

/** `version`, `event`: undefined where they are not kept any more; the event is read only where it is to be judged. */
type StoredClaim = { row: ExecutionRow; version: WebhookVersion | undefined; event: EventRow | undefined }

/** What the claim is for, as it is stored now. */
async function readClaimed(
  claimed: ClaimedDelivery,
  { webhooks, log }: AdvanceDependencies,
): Promise<StoredClaim | DeliveryEnd> {
  const { webhookId, versionFrom, opening } = claimed
  try {
    const row = (await log.execution(claimed._id)) ?? (opening && (await log.add(opening)))
    if (!row || isEnded(row.status)) return 'ended'
    const version = await webhooks.versionAt(webhookId, versionFrom)
    if (version === 'unreadable') return endBy('unreadable')
    return { row, version, event: claimed.body === undefined ? await log.event(row.eventId) : undefined }
  } catch (error) {
    if (error instanceof StoreUnavailableError) return deliveryLife.unsure.queued
    throw error
  }
}

type Read = { row: ExecutionRow; version: WebhookVersion; lease: ClaimLease }

function toDelivery(
  claimed: ClaimedDelivery,
  { row, version, lease }: Read,
  { waiting }: AdvanceDependencies,
): Delivery {
  const { versionFrom, attempt, attempts, isUncertain, chain } = claimed
  const waitForRetry = async (_: Delivery, next: NextAttempt): Promise<RetryState> => {
    const isPut = await waiting.waitForRetry(claimed, { dueAt: next.at, attempt: attempt + 1, attempts: next.attempts })
    return deliveryLife[isPut ? 'retry' : 'left'].sending
  }
  const { webhook } = version
  return { row, attempt, attempts, isUncertain, lease, webhook, versionFrom, chain, waitForRetry }
}
