import type { Logger } from '@sluice/service-kit'
import type { DeliveryCounting } from './counts/counting.ts'
import { createAdmission } from './delivery/admission.ts'
import { createBreakers } from './delivery/breakers.ts'
import type { ChannelOf } from './delivery/channel.ts'
import { createClaimRounds } from './delivery/claims/claim-rounds.ts'
import { createClaims } from './delivery/claims/claims.ts'
import { createDeliveries } from './delivery/deliveries.ts'
import { createDeliveryMeters } from './delivery/delivery-meters.ts'
import type { Persist } from './delivery/persist.ts'
import { createRedeliveries } from './delivery/redeliveries.ts'
import { createTargetSlots } from './delivery/target-slots.ts'
import { createWaitingDeliveries } from './delivery/waiting-deliveries.ts'
import { PER_TARGET } from './open-channels.ts'
import type { DispatcherStores } from './open-stores.ts'
import type { WaitingDelivery, WaitingStore } from './ports/waiting-store.ts'

type OpenDeliveryDependencies = {
  stores: Pick<DispatcherStores, 'live' | 'log' | 'webhooks' | 'waiting' | 'claimant'>
  channelOf: ChannelOf
  /** Whether the name of this target needs no look-up, or has a place for it. */
  mayLookUp(target: string): boolean
  persist: Persist
  /** `now`: the store's clock; `confirmTime` waits until it is known, where this machine may have slept. */
  clock: { now: () => Date; confirmTime: () => Promise<void> }
  /** Aborted at the end of the process: what is still to be written then is written by the next one. */
  ending: AbortSignal
  counting: DeliveryCounting
  /** Which part of the work of all dispatchers this one has. */
  share(): number
  /** Whether a URL leads to this service itself. */
  isOwn(url: string): boolean
  pauses: DeliveryPauses
  logger: Logger
}

const SLOTS = { total: 1000, perTarget: PER_TARGET, waitingPerTarget: 5000 }
const SLOT_WAIT_MS = 5_000

/** What a dispatcher waits for, in ms. */
export type DeliveryPauses = {
  /** How often it is looked for deliveries in the store that are due. Default 1,000. */
  claimEveryMs?: number
  /** How long a delivery waits in memory for its target before it waits in the store. Default 5,000. */
  slotWaitMs?: number
}

/** Opens what brings executions to their end, in memory and from the store. */
export function openDelivery(dependencies: OpenDeliveryDependencies) {
  const { stores, channelOf, mayLookUp, share, counting, persist, clock, ending, isOwn, pauses, logger } = dependencies
  const { live, log, webhooks, claimant } = stores
  const { now, confirmTime } = clock
  const slots = createTargetSlots({ ...SLOTS, maxWaitMs: pauses.slotWaitMs ?? SLOT_WAIT_MS })
  const meters = createDeliveryMeters(slots)
  const breakers = createBreakers({ logger, opened: meters.breakerOpened })
  meters.observeBreakers(breakers.open)
  const admission = createAdmission({ live, breakers, mayLookUp, share, logger })
  const waiting = wakeAfterAdding(stores.waiting, () => rounds.wake())
  const deliveries = createDeliveries({
    live,
    log,
    channelOf,
    slots,
    admission,
    meters,
    counting,
    persist,
    now,
    ending,
    logger,
  })
  const waitingDeliveries = createWaitingDeliveries({
    waiting,
    claimant,
    webhooks,
    log,
    deliveries,
    channelOf,
    meters,
    persist,
    now,
    isOwn,
  })
  const rounds = createClaimRounds({
    waiting,
    waitingDeliveries,
    live,
    admission,
    slots,
    logger,
    everyMs: pauses.claimEveryMs,
  })
  meters.observeLanes(rounds.lanes)
  meters.observeUnreadable(live.unreadableCount)
  return {
    slots,
    meters,
    claims: createClaims({ log, now, confirmTime, claimant, logger }),
    deliveries,
    waitingDeliveries,
    redeliveries: createRedeliveries({ live, log, waiting, channelOf, meters, now }),
    rounds,
  }
}

function wakeAfterAdding(waiting: WaitingStore, wake: () => void): WaitingStore {
  const add = async (delivery: WaitingDelivery) => {
    const isAdded = await waiting.add(delivery)
    wake()
    return isAdded
  }
  return { ...waiting, add }
}
