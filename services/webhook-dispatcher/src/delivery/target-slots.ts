import { fairRoom } from '../domain/execution/fair-room.ts'
import { createTargetPaces } from './target-paces.ts'

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

/** `start` runs in a slot and never rejects; it tells whether the target was asked. `drop` is called instead when it has waited too long, or the slots close. */
export type SlotJob = { start(): Promise<boolean>; drop(reason: 'full' | 'stopped'): void }

type WaitingJob = { job: SlotJob; since: number }
type SlotTarget = { name: string; running: number; waiting: WaitingJob[]; isQueued: boolean }

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
  const paces = createTargetPaces(limits.perTarget, now)
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
    void paces.timed(target.name, job).then(() => {
      running -= 1
      target.running -= 1
      queueUp(target)
      if (target.running === 0 && target.waiting.length === 0) targets.delete(target.name)
      takeTurns()
    })
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
      // Such a target may hang, whatever its pace was.
      dropBefore(targets, now() - limits.maxWaitMs).forEach(paces.forget)
    },

    mostHeld: paces.mostHeld,
    /** How many more may come from the store. */
    room: (name: string): number => {
      const { running: own, waiting } = targets.get(name) ?? NO_TARGET
      return Math.max(0, Math.min(paces.mostHeld(name) - own, roomOf({ running: own })) - waiting.length)
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

/** @returns the targets for which some had waited since before that */
function dropBefore(targets: ReadonlyMap<string, SlotTarget>, oldest: number): string[] {
  return withWaiting(targets).flatMap(({ name, waiting }) => {
    const overdue = takeBefore(waiting, oldest)
    overdue.forEach(drop)
    return overdue.length > 0 ? [name] : []
  })
}

function takeBefore(waiting: WaitingJob[], oldest: number): WaitingJob[] {
  const at = waiting.findIndex(({ since }) => since > oldest)
  return waiting.splice(0, at === -1 ? waiting.length : at)
}

const withWaiting = (targets: ReadonlyMap<string, SlotTarget>): SlotTarget[] =>
  [...targets.values()].filter(({ waiting }) => waiting.length > 0)
