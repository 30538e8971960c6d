import { createGate } from '@sluice/bounds'
import type { RecordedExchange } from '@sluice/contracts'
import {
  deliveryLife,
  type QueuedWaitingReason,
  type RestingState,
  type WaitingReason,
} from '../domain/delivery-life.ts'
import { type ExecutionRow, isEnded } from '../domain/execution/execution.ts'
import { BACKLOG } from '../domain/execution/execution-result.ts'
import type { UnreadableVersion } from '../domain/webhook/webhook-version.ts'
import type { WaitingDelivery } from '../ports/waiting-store.ts'
import { type AdvanceDependencies, createAdvance } from './advance-parked.ts'
import { type ChannelOf, renderBy } from './channel.ts'
import type { Delivery, NextAttempt, RetryState } from './delivery.ts'
import type { DeliveryMeters } from './delivery-meters.ts'

type ParkingDependencies = AdvanceDependencies & {
  channelOf: ChannelOf
  meters: DeliveryMeters
  /** The store's clock. */
  now: () => Date
}

export type WaitingDeliveries = ReturnType<typeof createParking>

/** Bodies that are rendered and on their way into the store: 256 KiB each at most. */
const MAX_PARKING = 200

/**
 * Deliveries that can't begin yet are put into the store, so that the event they belong to is complete and nobody else
 * waits; from there they are claimed when they can, by whichever dispatcher comes first.
 */
export function createParking(dependencies: ParkingDependencies) {
  const { waiting, log, deliveries, channelOf, meters, now } = dependencies

  const passGate = createGate(MAX_PARKING)

  async function parkOne(
    delivery: Delivery,
    exchange: RecordedExchange,
    reason: QueuedWaitingReason,
  ): Promise<RestingState> {
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
    park: (delivery: Delivery, exchange: RecordedExchange, reason: QueuedWaitingReason): Promise<RestingState> =>
      passGate(() => parkOne(delivery, exchange, reason)),

    /**
     * Puts aside what may be a match, until a process judges it that can read the webhook. First what goes on, then what is
     * shown. It needs no claim: whoever puts it aside once more leaves it as it is, and what has ended is found ended.
     */
    async parkUnjudged(
      row: ExecutionRow,
      { webhook, from }: UnreadableVersion,
      chain: readonly string[],
    ): Promise<RestingState> {
      const { attempt } = row
      const isParked = await waiting.park({
        _id: row._id,
        webhookId: webhook._id,
        versionFrom: from,
        target: '',
        reason: 'unreadable',
        dueAt: now(),
        isJson: null,
        attempt,
        attempts: [],
        isUncertain: false,
        chain,
        opening: row,
      })
      const stored = await log.add(row)
      if (isEnded(stored.status)) return 'ended'
      if (!isParked) return deliveries.failRow(row, { attempt, attempts: [] }, BACKLOG)
      meters.parked('unreadable')
      return deliveryLife.unreadable.queued
    },

    /** Puts aside what has failed in the handling of its event, until its next attempt. */
    async putOff(delivery: Delivery, next: NextAttempt): Promise<RetryState> {
      const attempt = delivery.attempt + 1
      const parked = toWaiting({ ...delivery, attempt }, next, { channelOf, reason: 'retry' })
      return (await waiting.park(parked)) ? deliveryLife.retry.sending : 'no-room'
    },

    isParked: (id: string): Promise<boolean> => waiting.has(id),

    /** Brings on what was claimed, and writes into the store how far it has come. */
    advance: createAdvance(dependencies),
  }
}

type WaitingInput = { channelOf: ChannelOf; reason: WaitingReason }

function toWaiting(
  { row, webhook, versionFrom, attempt, chain, isUncertain }: Omit<Delivery, 'lease' | 'putOff' | 'attempts'>,
  { body, attempts, at }: NextAttempt,
  { channelOf, reason }: WaitingInput,
): WaitingDelivery {
  const { text, isJson, subject } = body
  const { target } = channelOf(webhook)
  const which = { _id: row._id, webhookId: webhook._id, versionFrom, target, reason, dueAt: at }
  return { ...which, body: text, isJson, subject, attempt, attempts, isUncertain, chain, opening: openingOf(row) }
}

/** The row as it was before anything came of it, should its day be gone when its time comes. */
const openingOf = ({ result, claim, attempts, nextAttemptAt, ...opening }: ExecutionRow): ExecutionRow => opening
