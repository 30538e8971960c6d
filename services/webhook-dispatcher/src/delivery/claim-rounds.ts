import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sluice/service-kit'
import type { ClaimedDelivery, Lane, LiveWebhooks, WaitingStore } from '../ports.ts'
import type { Admission } from './admission.ts'
import { startAge } from './lease.ts'
import type { Parking } from './parking.ts'
import type { TargetSlots } from './target-slots.ts'

type ClaimDependencies = {
  waiting: WaitingStore
  parking: Parking
  live: Pick<LiveWebhooks, 'mayDeliver'>
  admission: Admission
  slots: TargetSlots
  logger: Logger
}

/** More than this many claims are never open here, so that each gets its slot long before its lease ends. */
const MAX_CLAIMED = 400
const MAX_OF_LANE = 100
/** Lanes that are known at once; where there are more, those after them come the next time. */
const MAX_LANES = 500
const LANES_KNOWN_MS = 1_000
const IDLE_PAUSE_MS = 1_000
const BUSY_PAUSE_MS = 25
const BEGINNING: Lane = { webhookId: '', target: '' }

/**
 * Claims what waits in the store, lane by lane, as much of each as may begin here; so what waits for a target that is full
 * or unwell, or for a webhook that is held back, costs the others no look at it. What will not be sent any more is
 * claimed whenever it is due.
 */
export function createClaimRounds(dependencies: ClaimDependencies) {
  const { waiting, parking, live, admission, slots, logger } = dependencies
  const claimed = new Map<string, Promise<void>>()
  const laneReader = createLaneReader(waiting)
  let timer: NodeJS.Timeout | undefined
  /** Between two rounds of which the last has found nothing. */
  let isResting = false
  let round: Promise<void> = Promise.resolve()
  let isStopping = false

  async function claimOf(lane: Lane, room: number): Promise<number> {
    const isDue = live.mayDeliver(lane.webhookId)
    const limit = isDue ? Math.min(room, slots.room(lane.target), admission.room(lane)) : room
    if (limit <= 0) return 0
    const age = startAge()
    const found = await waiting.claim(lane, { limit, isDue })
    for (const parked of found) if (!claimed.has(parked._id)) claimed.set(parked._id, bringOn(parked, age))
    return found.length
  }

  async function bringOn(parked: ClaimedDelivery, age: () => number): Promise<void> {
    try {
      await parking.advance(parked, age)
    } catch (error) {
      // Its lease ends, and it is claimed again.
      logger.error({ err: error, deliveryId: parked._id }, 'parked-delivery.failed')
    } finally {
      claimed.delete(parked._id)
      // There is room now, perhaps for the next one of its lane.
      if (isResting) schedule(BUSY_PAUSE_MS)
    }
  }

  async function claimRound(): Promise<void> {
    slots.dropOverdue()
    let found = 0
    for (const lane of await laneReader.next()) {
      const room = Math.min(MAX_OF_LANE, MAX_CLAIMED - claimed.size)
      if (room <= 0 || isStopping) break
      found += await claimOf(lane, room)
    }
    schedule(found > 0 ? BUSY_PAUSE_MS : IDLE_PAUSE_MS)
  }

  function schedule(pauseMs: number): void {
    if (isStopping) return
    clearTimeout(timer)
    isResting = pauseMs > BUSY_PAUSE_MS
    timer = setTimeout(() => {
      isResting = false
      round = claimRound().catch(error => {
        logger.warn({ err: error }, 'parked-deliveries.not-claimed')
        schedule(IDLE_PAUSE_MS)
      })
    }, pauseMs)
  }

  return {
    start: () => schedule(0),
    /** How many lanes there were at the last look. */
    lanes: laneReader.known,
    /** Claims nothing more, and waits up to `deadlineMs` for what is claimed. */
    async stop(deadlineMs: number): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      await round
      await Promise.race([Promise.all(claimed.values()), delay(deadlineMs, undefined, { ref: false })])
    },
  }
}

/** Reads the lanes now and then; each time another one comes first, so that each does at some time. */
function createLaneReader(waiting: Pick<WaitingStore, 'lanes'>): { next(): Promise<Lane[]>; known(): number } {
  let lanes: readonly Lane[] = []
  let readAt = Number.NEGATIVE_INFINITY
  let turn = 0
  return {
    known: () => lanes.length,
    async next() {
      if (performance.now() - readAt >= LANES_KNOWN_MS) {
        const last = lanes.length < MAX_LANES ? undefined : lanes.at(-1)
        lanes = await waiting.lanes(last ?? BEGINNING, MAX_LANES)
        readAt = performance.now()
      }
      turn = (turn + 1) % Math.max(1, lanes.length)
      return [...lanes.slice(turn), ...lanes.slice(0, turn)]
    },
  }
}
