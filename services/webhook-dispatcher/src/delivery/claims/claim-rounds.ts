import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sluice/service-kit'
import { startAge } from '../../claimant/lease.ts'
import type { LiveWebhooks } from '../../ports/live-webhooks.ts'
import type { ClaimedDelivery, Lane, WaitingStore } from '../../ports/waiting-store.ts'
import type { AttemptAdmission } from '../admission.ts'
import type { TargetSlots } from '../target-slots.ts'
import type { WaitingDeliveries } from '../waiting-deliveries.ts'
import { createClaimShares } from './claim-shares.ts'
import { createClosedLanes } from './closed-lanes.ts'

type ClaimRoundDependencies = {
  waiting: WaitingStore
  waitingDeliveries: WaitingDeliveries
  live: Pick<LiveWebhooks, 'mayDeliver' | 'isUnreadable' | 'catchUp'>
  admission: AttemptAdmission
  slots: TargetSlots
  logger: Logger
  /** How often (ms) it is looked for what is due. Default 1,000. */
  everyMs?: number | undefined
}

/** More than this many claims are never open here, so that each gets its slot long before its lease ends. */
const MAX_CLAIMED = 400
/** What is no target's alone; the rest is for those that have little. */
const COMMON = MAX_CLAIMED * (3 / 4)
const MAX_OF_LANE = 100
/** Lanes that are known at once; where there are more, those after them come the next time. */
const MAX_LANES = 500
const EVERY_MS = 1_000
/** So much longer with nothing in the store: whatever is added here wakes the rounds. What others add is theirs to send first. */
const EMPTY_TIMES = 4
const BUSY_PAUSE_MS = 25
const BEGINNING: Lane = { webhookId: '', target: '' }

/**
 * Claims what waits in the store, lane by lane, as much of each as may soon begin here and is its share; so what waits for a
 * target that is full, slow or unwell, or for a webhook that is held back, costs the others no look at it. What will not be
 * sent any more is claimed whenever it is due, once the store has said so: this process may be behind.
 */
export function createClaimRounds(dependencies: ClaimRoundDependencies) {
  const { waiting, waitingDeliveries, live, admission, slots, logger, everyMs = EVERY_MS } = dependencies
  const claimed = new Map<string, Promise<void>>()
  const shares = createClaimShares(MAX_CLAIMED)
  const laneReader = createLaneReader(waiting, everyMs)
  const closed = createClosedLanes({ live, logger }, lane => claim(lane, MAX_CLAIMED - claimed.size, false))
  const rounds = repeat(claimRound, { everyMs, logger })

  function claimOf(lane: Lane, targets: number): Promise<number> {
    const { target } = lane
    const free = shares.free(lane, slots.mostHeld(target, COMMON / targets))
    const room = Math.min(
      shares.room(lane, targets),
      free,
      slots.room(target),
      admission.room(lane) - shares.claimed(lane),
    )
    return claim(lane, room, true)
  }

  async function claim(lane: Lane, room: number, isDue: boolean): Promise<number> {
    const limit = Math.min(room, MAX_OF_LANE)
    if (limit <= 0 || rounds.isStopping()) return 0
    const age = startAge()
    const found = await waiting.claim(lane, { limit, isDue })
    for (const delivery of await withoutOpen(found, claimed, waiting)) claimed.set(delivery._id, bringOn(delivery, age))
    return found.length
  }

  async function bringOn(delivery: ClaimedDelivery, age: () => number): Promise<void> {
    shares.enter(delivery)
    try {
      await waitingDeliveries.advance(delivery, age)
    } catch (error) {
      // Its lease ends, and it is claimed again.
      logger.error({ err: error, deliveryId: delivery._id }, 'waiting-delivery.failed')
    } finally {
      claimed.delete(delivery._id)
      shares.leave(delivery)
      // There is room now, perhaps for the next one of its lane.
      rounds.wake()
    }
  }

  async function claimRound(): Promise<number> {
    slots.dropOverdue()
    let found = 0
    const lanes = shares.inTurn(closed.without(await laneReader.next()))
    const targets = new Set(lanes.map(({ target }) => target)).size
    for (const lane of lanes) found += await claimOf(lane, targets)
    return found > 0 ? BUSY_PAUSE_MS : laneReader.restMs()
  }

  return {
    start: rounds.start,
    wake: () => void (laneReader.outdate() && rounds.wake()),
    lanes: laneReader.known,
    /** Claims nothing more, and waits up to `deadlineMs` for what is claimed. */
    async stop(deadlineMs: number): Promise<void> {
      await rounds.stop()
      await Promise.race([
        Promise.all([closed.end(), ...claimed.values()]),
        delay(deadlineMs, undefined, { ref: false }),
      ])
    },
  }
}

type Repetition = { everyMs: number; logger: Logger }

/** Calls `round` again and again. @param round tells after how many ms the next one is due */
function repeat(round: () => Promise<number>, { everyMs, logger }: Repetition) {
  let timer: NodeJS.Timeout | undefined
  /** Between two rounds of which the last has found nothing. */
  let isResting = false
  let running: Promise<void> = Promise.resolve()
  let isStopping = false

  async function runOnce(): Promise<void> {
    isResting = false
    try {
      schedule(await round())
    } catch (error) {
      logger.warn({ err: error }, 'waiting-deliveries.not-claimed')
      schedule(everyMs)
    }
  }

  function schedule(pauseMs: number): void {
    if (isStopping) return
    clearTimeout(timer)
    isResting = pauseMs > BUSY_PAUSE_MS
    timer = setTimeout(() => {
      running = runOnce()
    }, pauseMs)
  }

  return {
    start: () => schedule(0),
    /** Ends a rest. */
    wake(): void {
      if (isResting) schedule(BUSY_PAUSE_MS)
    },
    isStopping: () => isStopping,
    /** Begins no other, and waits for the one that runs. */
    async stop(): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      await running
    },
  }
}

/** What is still under way here, under a claim that has run out, is given back and not begun beside it. */
async function withoutOpen(
  found: readonly ClaimedDelivery[],
  open: ReadonlyMap<string, unknown>,
  waiting: Pick<WaitingStore, 'release'>,
): Promise<ClaimedDelivery[]> {
  await Promise.all(found.filter(({ _id }) => open.has(_id)).map(delivery => waiting.release(delivery)))
  return found.filter(({ _id }) => !open.has(_id))
}

/** `known`: how many lanes there were at the last look. */
type LaneReader = { next(): Promise<Lane[]>; known(): number; outdate(): boolean; restMs(): number }

/** Reads the lanes now and then; each time another one comes first, so that each does at some time. */
function createLaneReader(waiting: Pick<WaitingStore, 'lanes'>, everyMs: number): LaneReader {
  let lanes: readonly Lane[] = []
  let readAt = Number.NEGATIVE_INFINITY
  let turn = 0
  return {
    known: () => lanes.length,
    /** Something was added here. @returns whether nothing was there before: then it is to be looked for now */
    outdate() {
      if (lanes.length === 0) readAt = Number.NEGATIVE_INFINITY
      return lanes.length === 0
    },
    /** Until the next look, when nothing was found. */
    restMs: () => (lanes.length > 0 || readAt === Number.NEGATIVE_INFINITY ? everyMs : EMPTY_TIMES * everyMs),
    async next() {
      if (performance.now() - readAt >= everyMs) {
        const last = lanes.length < MAX_LANES ? undefined : lanes.at(-1)
        const beforeReading = readAt
        readAt = performance.now()
        lanes = await waiting.lanes(last ?? BEGINNING, MAX_LANES).catch(error => {
          readAt = beforeReading
          throw error
        })
      }
      turn = (turn + 1) % Math.max(1, lanes.length)
      return [...lanes.slice(turn), ...lanes.slice(0, turn)]
    },
  }
}
