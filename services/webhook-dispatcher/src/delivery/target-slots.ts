import { LRUCache } from 'lru-cache'
import { fairRoom } from '../domain/execution/fair-room.ts'

export type SlotLimits = {
  /** Deliveries at once, to all targets. */
  total: number
  /** Deliveries at once to one target. */
  perTarget: number
  /** Deliveries that may wait in memory for one target. */
  waitingPerTarget: number
  /** How long one may wait in memory, in ms. */
  maxWaitMs: number
}

/** `start` runs in a slot and never rejects. `drop` is called instead when it has waited too long, or the slots close. */
export type SlotJob = { start(): Promise<void>; drop(reason: 'full' | 'stopped'): void }

type WaitingJob = { job: SlotJob; since: number }
type SlotTarget = { name: string; running: number; waiting: WaitingJob[]; isQueued: boolean }

/** What is taken from the store is to begin within about so long, at the pace of late. */
const BEGIN_WITHIN_MS = 1_000
/** However fast a target is, so many times the deliveries that it gets at once are held for it. */
const MOST_TIMES = 8
const MAX_PACES = 2_000
/** The weight of the latest delivery in a pace. */
const LATEST = 0.1

const drop = ({ job }: { job: SlotJob }) => job.drop('full')
const NO_TARGET = { running: 0, waiting: [] }

export type TargetSlots = ReturnType<typeof createTargetSlots>

/**
 * Shares a number of slots between targets: each has its own few, and targets with waiting jobs are served in turns, so
 * that a slow one takes neither the slots nor the turns of the others. Many slow ones don't either: the last quarter of the
 * slots is for targets that have few or none.
 */
export function createTargetSlots(limits: SlotLimits, now: () => number = () => performance.now()) {
  const targets = new Map<string, SlotTarget>()
  const turns: SlotTarget[] = []
  /** How long a delivery to a target has kept its slot of late, in ms. */
  const paces = new LRUCache<string, number>({ max: MAX_PACES })
  let running = 0
  let isClosed = false

  const roomOf = (target: Pick<SlotTarget, 'running'>): number =>
    fairRoom({ total: limits.total, parties: targets.size }, { mine: target.running, all: running })

  function takeTurns(): void {
    while (running < limits.total) {
      const target = takeFirst(turns, one => roomOf(one) > 0)
      if (!target) return
      target.isQueued = false
      const next = target.waiting.shift()
      if (next) start(target, next.job)
      queueUp(target)
    }
  }

  function queueUp(target: SlotTarget): void {
    if (target.isQueued || target.waiting.length === 0 || target.running >= limits.perTarget) return
    target.isQueued = true
    turns.push(target)
  }

  function start(target: SlotTarget, job: SlotJob): void {
    running += 1
    target.running += 1
    const startedAt = now()
    void job.start().finally(() => {
      notePace(target.name, now() - startedAt)
      running -= 1
      target.running -= 1
      queueUp(target)
      if (target.running === 0 && target.waiting.length === 0) targets.delete(target.name)
      takeTurns()
    })
  }

  function notePace(name: string, ms: number): void {
    const before = paces.get(name)
    paces.set(name, before === undefined ? ms : before + LATEST * (ms - before))
  }

  function mostHeld(name: string, part = Number.POSITIVE_INFINITY): number {
    const times = Math.min(MOST_TIMES, BEGIN_WITHIN_MS / (paces.get(name) ?? BEGIN_WITHIN_MS))
    return Math.floor(Math.max(limits.perTarget, Math.min(part, limits.perTarget * times)))
  }

  return {
    /** @returns false when it can't wait here: too many do already */
    enter(name: string, job: SlotJob): boolean {
      const target = targets.get(name) ?? { name, running: 0, waiting: [], isQueued: false }
      if (isClosed || target.waiting.length >= limits.waitingPerTarget) return false
      targets.set(name, target)
      target.waiting.push({ job, since: now() })
      queueUp(target)
      takeTurns()
      return true
    },

    /** Drops what has waited too long; to be called about once a second. */
    dropOverdue(): void {
      const oldest = now() - limits.maxWaitMs
      for (const { waiting } of withWaiting(targets)) takeBefore(waiting, oldest).forEach(drop)
    },

    /**
     * How many deliveries to a target may be held here that have come from the store: as many as it gets at once, and for a
     * fast one more, so that the next is there when one has ended. @param part more than it gets at once only within this
     */
    mostHeld,
    /** How many more may come from the store. */
    room: (name: string): number => {
      const { running: own, waiting } = targets.get(name) ?? NO_TARGET
      return Math.max(0, Math.min(mostHeld(name) - own, roomOf({ running: own })) - waiting.length)
    },
    running: () => running,
    waiting: () => withWaiting(targets).reduce((sum, { waiting }) => sum + waiting.length, 0),

    /** Starts nothing more; what runs goes on. */
    close(): void {
      isClosed = true
      for (const { waiting } of withWaiting(targets)) for (const { job } of waiting.splice(0)) job.drop('stopped')
    },
  }
}

function takeFirst(turns: SlotTarget[], isFit: (target: SlotTarget) => boolean): SlotTarget | undefined {
  const at = turns.findIndex(isFit)
  return at === -1 ? undefined : turns.splice(at, 1)[0]
}

function takeBefore(waiting: WaitingJob[], oldest: number): WaitingJob[] {
  const at = waiting.findIndex(({ since }) => since > oldest)
  return waiting.splice(0, at === -1 ? waiting.length : at)
}

const withWaiting = (targets: ReadonlyMap<string, SlotTarget>): SlotTarget[] =>
  [...targets.values()].filter(({ waiting }) => waiting.length > 0)
