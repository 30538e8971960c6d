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
import { type AdvanceDependencies, createAdvance } from './advance-claimed.ts'
import { type ChannelOf, renderBy } from './channel.ts'
import type { Delivery, NextAttempt, RetryState } from './delivery.ts'
import type { DeliveryMeters } from './delivery-meters.ts'

type WaitingDeliveriesDependencies = AdvanceDependencies & {
  channelOf: ChannelOf
  meters: DeliveryMeters
  /** The store's clock. */
  now: () => Date
}

export type WaitingDeliveries = ReturnType<typeof createWaitingDeliveries>

/** Bodies that are rendered and on their way into the store: 256 KiB each at most. */
const MAX_ON_THEIR_WAY = 200

/**
 * Deliveries that can't begin yet are put into the store, so that the event they belong to is complete and nobody else
 * waits; from there they are claimed when they can, by whichever dispatcher comes first.
 */
export function createWaitingDeliveries(dependencies: WaitingDeliveriesDependencies) {
  const { waiting, log, deliveries, channelOf, meters, now } = dependencies

  const passGate = createGate(MAX_ON_THEIR_WAY)

  async function addOne(
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
    if (!(await waiting.add(toWaiting(delivery, next, { channelOf, reason }))))
      return deliveries.fail(delivery, BACKLOG)
    meters.waiting(reason)
    return deliveryLife[reason].queued
  }

  return {
    /** Has what has not begun wait. */
    add: (delivery: Delivery, exchange: RecordedExchange, reason: QueuedWaitingReason): Promise<RestingState> =>
      passGate(() => addOne(delivery, exchange, reason)),

    /**
     * Has what may be a match wait until a process judges it that can read the webhook. First what goes on, then what
     * is shown. It needs no claim: whoever adds it once more leaves it as it is, and what has ended is found ended.
     */
    async addUnjudged(
      row: ExecutionRow,
      { webhook, from }: UnreadableVersion,
      chain: readonly string[],
    ): Promise<RestingState> {
      const { attempt } = row
      const isAdded = await waiting.add({
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
      if (!isAdded) return deliveries.failRow(row, { attempt, attempts: [] }, BACKLOG)
      meters.waiting('unreadable')
      return deliveryLife.unreadable.queued
    },

    /** Has what has failed in the handling of its event wait for its next attempt. */
    async waitForRetry(delivery: Delivery, next: NextAttempt): Promise<RetryState> {
      const attempt = delivery.attempt + 1
      const waits = toWaiting({ ...delivery, attempt }, next, { channelOf, reason: 'retry' })
      return (await waiting.add(waits)) ? deliveryLife.retry.sending : 'no-room'
    },

    has: (id: string): Promise<boolean> => waiting.has(id),

    /** Brings on what was claimed, and writes into the store how far it has come. */
    advance: createAdvance(dependencies),
  }
}

type WaitingInput = { channelOf: ChannelOf; reason: WaitingReason }

function toWaiting(
  { row, webhook, versionFrom, attempt, chain, isUncertain }: Omit<Delivery, 'lease' | 'waitForRetry' | 'attempts'>,
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
