import { setTimeout as delay } from 'node:timers/promises'
import type { RecordedExchange } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import { isEnded } from '../domain/execution.ts'
import type { ClaimedDelivery, LogStore, WaitingStore, WebhookStore } from '../ports.ts'
import type { ChannelOf } from './channel.ts'
import type { Deliveries, Delivery, DeliveryEnd } from './deliveries.ts'
import type { DeliveryMeters } from './delivery-meters.ts'
import { createLease, startAge } from './lease.ts'
import type { Persist } from './persist.ts'
import type { TargetSlots } from './target-slots.ts'

export type ParkingDependencies = {
  waiting: WaitingStore
  webhooks: WebhookStore
  log: LogStore
  deliveries: Deliveries
  slots: TargetSlots
  channelOf: ChannelOf
  logger: Logger
  meters: DeliveryMeters
  persist: Persist
}

export type Parking = ReturnType<typeof createParking>

const CLAIM_LIMIT = 100
/** More than this many claims are never open here, so that each gets its slot long before its lease ends. */
const MAX_CLAIMED = 400
const IDLE_PAUSE_MS = 1_000
const BUSY_PAUSE_MS = 50

const BACKLOG = { stage: 'delivery', code: 'BACKLOG', message: 'Too many deliveries of this webhook were waiting.' }
const GONE = {
  stage: 'delivery',
  code: 'VERSION_GONE',
  message: 'The version of the webhook that matched is not kept any more.',
}

/**
 * Deliveries for targets of which too much waits in memory are put into the store, so that the event they belong to is
 * complete and nobody else waits; from there they are claimed as the target has room, by whichever dispatcher has it.
 */
export function createParking(dependencies: ParkingDependencies) {
  const { waiting, slots, logger, persist } = dependencies
  const claimed = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  let isStopping = false

  async function deliverClaimed(parked: ClaimedDelivery, age: () => number): Promise<void> {
    try {
      const end = await bringToEnd({ parked, age }, dependencies)
      if (end === 'full' || end === 'stopped') await waiting.release(parked)
      if (end === 'ended') await persist(() => waiting.remove(parked._id))
    } catch (error) {
      // Its lease ends, and it is claimed again.
      logger.error({ err: error, deliveryId: parked._id }, 'parked-delivery.failed')
    } finally {
      claimed.delete(parked._id)
    }
  }

  async function claimRound(): Promise<void> {
    slots.dropOverdue()
    const limit = Math.min(CLAIM_LIMIT, MAX_CLAIMED - claimed.size)
    const age = startAge()
    const found = limit > 0 ? await waiting.claim({ limit, exceptTargets: slots.saturated() }) : []
    for (const parked of found) {
      if (!claimed.has(parked._id)) claimed.set(parked._id, deliverClaimed(parked, age))
    }
    schedule(found.length > 0 ? BUSY_PAUSE_MS : IDLE_PAUSE_MS)
  }

  function schedule(pauseMs: number): void {
    if (isStopping) return
    timer = setTimeout(() => {
      round = claimRound().catch(error => {
        logger.warn({ err: error }, 'parked-deliveries.not-claimed')
        schedule(IDLE_PAUSE_MS)
      })
    }, pauseMs)
  }

  return {
    park: (delivery: Delivery, exchange: RecordedExchange) => park(delivery, exchange, dependencies),
    isParked: (id: string): Promise<boolean> => waiting.has(id),
    start: () => schedule(0),
    /** Claims nothing more, and waits up to `deadlineMs` for what is claimed. */
    async stop(deadlineMs: number): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      await round
      await Promise.race([Promise.all(claimed.values()), delay(deadlineMs, undefined, { ref: false })])
    },
  }
}

async function park(
  delivery: Delivery,
  exchange: RecordedExchange,
  { waiting, deliveries, channelOf, meters }: ParkingDependencies,
): Promise<DeliveryEnd> {
  const { webhook, row, attempt, versionFrom, chain, lease } = delivery
  const { target, render } = channelOf(webhook)
  const rendered = render(exchange)
  if (rendered.kind === 'fail') return deliveries.fail(delivery, rendered)
  const { kind: _, text: body, ...about } = rendered
  const parked = { _id: row._id, webhookId: webhook._id, versionFrom, target, body, ...about, attempt, chain }
  if (!(await lease.isHeld())) return 'left'
  if (!(await waiting.park(parked))) return deliveries.fail(delivery, BACKLOG)
  meters.parked()
  return 'ended'
}

type Claimed = { parked: ClaimedDelivery; age: () => number }

async function bringToEnd({ parked, age }: Claimed, dependencies: ParkingDependencies): Promise<DeliveryEnd> {
  const { waiting, webhooks, log, deliveries } = dependencies
  const row = await log.execution(parked._id)
  if (!row || isEnded(row.status)) return 'ended'
  const { versionFrom, attempt, chain } = parked
  const versions = await webhooks.versionsOf(parked.webhookId, { first: versionFrom, last: versionFrom })
  const version = versions.find(({ from }) => from === versionFrom)
  if (!version) return deliveries.failRow(row, attempt, GONE)
  const lease = createLease(age, () => waiting.renew(parked))
  const delivery = { row, attempt, lease, webhook: version.webhook, versionFrom, chain }
  const { body: text, isJson, subject } = parked
  return deliveries.deliverBody(delivery, { text, isJson, subject })
}
