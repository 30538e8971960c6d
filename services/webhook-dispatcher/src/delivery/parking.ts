import { createGate } from '@sluice/bounds'
import type { RecordedExchange } from '@sluice/contracts'
import { StoreUnavailableError } from '@sluice/store'
import type { Claimant } from '../claimant/create-claimant.ts'
import { createLease, type Lease } from '../claimant/lease.ts'
import {
  type Aside,
  type DeliveryEnd,
  deliveryLife,
  type RestingState,
  type WaitingReason,
} from '../domain/delivery-life.ts'
import { claimantOfToken } from '../domain/execution/claimant.ts'
import { type ExecutionRow, isEnded } from '../domain/execution/execution.ts'
import { BACKLOG } from '../domain/execution/execution-result.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { ClaimedDelivery, WaitingDelivery, WaitingStore } from '../ports/waiting-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { type ChannelOf, renderBy } from './channel.ts'
import type { Deliveries } from './deliveries.ts'
import type { Delivery, NextAttempt, PutOff } from './delivery.ts'
import type { DeliveryMeters } from './delivery-meters.ts'
import type { Persist } from './persist.ts'

type ParkingDependencies = {
  waiting: WaitingStore
  claimant: Pick<Claimant, 'isCertain' | 'isStill'>
  webhooks: WebhookStore
  log: LogStore
  deliveries: Deliveries
  channelOf: ChannelOf
  meters: DeliveryMeters
  persist: Persist
  /** The store's clock. */
  now: () => Date
}

export type Parking = ReturnType<typeof createParking>

/** Bodies that are rendered and on their way into the store: 256 KiB each at most. */
const MAX_PARKING = 200

const GONE = {
  stage: 'delivery',
  code: 'VERSION_GONE',
  message: 'The version of the webhook that matched is not kept any more.',
}

/** The reason for which a claimed delivery that can't begin waits from then on; undefined: the one that it had. */
const NEXT_REASON: Readonly<Record<Aside, WaitingReason | undefined>> = {
  full: undefined,
  held: 'held',
  unwell: 'unwell',
}

/**
 * Deliveries that can't begin yet are put into the store, so that the event they belong to is complete and nobody else
 * waits; from there they are claimed when they can, by whichever dispatcher comes first.
 */
export function createParking(dependencies: ParkingDependencies) {
  const { waiting, claimant, deliveries, channelOf, meters, now } = dependencies

  const passGate = createGate(MAX_PARKING)

  async function parkOne(delivery: Delivery, exchange: RecordedExchange, reason: Aside): Promise<RestingState> {
    const { webhook, attempts, lease } = delivery
    const rendered = renderBy(channelOf(webhook), exchange)
    if (rendered.kind === 'fail') return deliveries.fail(delivery, rendered)
    const { kind: _, ...body } = rendered
    const next = { body, attempts, at: now() }
    if (!(await lease.isHeld())) return deliveryLife.left.queued
    if (!(await waiting.park(toWaiting(delivery, next, { channelOf, reason }))))
      return deliveries.fail(delivery, BACKLOG)
    meters.parked(reason)
    return deliveryLife[reason].queued
  }

  return {
    /** Puts aside what has not begun. */
    park: (delivery: Delivery, exchange: RecordedExchange, reason: Aside): Promise<RestingState> =>
      passGate(() => parkOne(delivery, exchange, reason)),

    /** Puts aside what has failed in the handling of its event, until its next attempt. */
    async putOff(delivery: Delivery, next: NextAttempt): Promise<PutOff> {
      const attempt = delivery.attempt + 1
      const parked = toWaiting({ ...delivery, attempt }, next, { channelOf, reason: 'retry' })
      return (await waiting.park(parked)) ? deliveryLife.retry.sending : 'no-room'
    },

    isParked: (id: string): Promise<boolean> => waiting.has(id),

    /** Brings on what was claimed, and writes into the store how far it has come. */
    async advance(parked: ClaimedDelivery, age: () => number): Promise<void> {
      let hasBegun = false
      const onBegun = () => {
        hasBegun = true
      }
      const by = claimantOfToken(parked.token)
      const renew = async () => (await claimant.isStill(by)) && waiting.renew(parked)
      const lease = createLease(age, renew, { isCertain: () => claimant.isCertain(by), onBegun })
      try {
        await settle(parked, await bringToEnd(parked, lease, dependencies))
      } catch (error) {
        // What has not begun is no attempt.
        if (!hasBegun) await waiting.release(parked)
        throw error
      }
    },
  }

  async function settle(parked: ClaimedDelivery, end: DeliveryEnd): Promise<void> {
    switch (end) {
      case 'ended':
        await dependencies.persist(() => waiting.remove(parked))
        return
      case 'free':
        await dependencies.persist(() => waiting.release(parked))
        return
      case 'waiting':
      case 'left':
        return
      default:
        await waiting.release(parked, NEXT_REASON[end])
    }
  }
}

type Means = { channelOf: ChannelOf; reason: WaitingReason }

function toWaiting(
  { row, webhook, versionFrom, attempt, chain, isUncertain }: Omit<Delivery, 'lease' | 'putOff' | 'attempts'>,
  { body, attempts, at }: NextAttempt,
  { channelOf, reason }: Means,
): WaitingDelivery {
  const { text, isJson, subject } = body
  const { target } = channelOf(webhook)
  const which = { _id: row._id, webhookId: webhook._id, versionFrom, target, reason, dueAt: at }
  return { ...which, body: text, isJson, subject, attempt, attempts, isUncertain, chain, opening: openingOf(row) }
}

/** The row as it was before anything came of it, should its day be gone when its time comes. */
const openingOf = ({ result, claim, attempts, nextAttemptAt, ...opening }: ExecutionRow): ExecutionRow => opening

async function bringToEnd(
  parked: ClaimedDelivery,
  lease: Lease,
  dependencies: ParkingDependencies,
): Promise<DeliveryEnd> {
  const { deliveries } = dependencies
  const read = await readClaimed(parked, dependencies)
  if (typeof read === 'string') return read
  const { row, version } = read
  if (!version) return deliveries.failRow(row, parked, GONE)
  const { body: text, isJson, subject } = parked
  return deliveries.deliverBody(toDelivery(parked, { row, version, lease }, dependencies), { text, isJson, subject })
}

/** What the claim is for, as it is stored now. */
async function readClaimed(
  parked: ClaimedDelivery,
  { webhooks, log }: ParkingDependencies,
): Promise<{ row: ExecutionRow; version: WebhookVersion | undefined } | 'ended' | 'free'> {
  const { versionFrom, opening } = parked
  try {
    const row = (await log.execution(parked._id)) ?? (opening && (await log.add(opening)))
    if (!row || isEnded(row.status)) return 'ended'
    const versions = await webhooks.versionsOf(parked.webhookId, { first: versionFrom, last: versionFrom })
    return { row, version: versions.find(({ from }) => from === versionFrom) }
  } catch (error) {
    if (error instanceof StoreUnavailableError) return deliveryLife.unsure.queued
    throw error
  }
}

type Read = { row: ExecutionRow; version: WebhookVersion; lease: Lease }

function toDelivery(
  parked: ClaimedDelivery,
  { row, version, lease }: Read,
  { waiting }: ParkingDependencies,
): Delivery {
  const { versionFrom, attempt, attempts, isUncertain, chain } = parked
  const putOff = async (_: Delivery, next: NextAttempt): Promise<PutOff> => {
    const isPut = await waiting.putOff(parked, { dueAt: next.at, attempt: attempt + 1, attempts: next.attempts })
    return deliveryLife[isPut ? 'retry' : 'left'].sending
  }
  const { webhook } = version
  return { row, attempt, attempts, isUncertain, lease, webhook, versionFrom, chain, putOff }
}
