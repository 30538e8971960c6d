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

type Waiting = { job: SlotJob; since: number }
type Target = { name: string; running: number; waiting: Waiting[]; isQueued: boolean }

export type TargetSlots = ReturnType<typeof createTargetSlots>

/**
 * Shares a number of slots between targets: each has its own few, and targets with waiting jobs are served in turns, so
 * that a slow one takes neither the slots nor the turns of the others.
 */
export function createTargetSlots(limits: SlotLimits, now: () => number = () => performance.now()) {
  const targets = new Map<string, Target>()
  const turns: Target[] = []
  let running = 0
  let isClosed = false

  function takeTurns(): void {
    while (running < limits.total) {
      const target = turns.shift()
      if (!target) return
      target.isQueued = false
      const next = target.waiting.shift()
      if (next) start(target, next.job)
      queueUp(target)
    }
  }

  function queueUp(target: Target): void {
    if (target.isQueued || target.waiting.length === 0 || target.running >= limits.perTarget) return
    target.isQueued = true
    turns.push(target)
  }

  function start(target: Target, job: SlotJob): void {
    running += 1
    target.running += 1
    void job.start().finally(() => {
      running -= 1
      target.running -= 1
      queueUp(target)
      if (target.running === 0 && target.waiting.length === 0) targets.delete(target.name)
      takeTurns()
    })
  }

  const withWaiting = () => [...targets.values()].filter(({ waiting }) => waiting.length > 0)

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
      for (const { waiting } of withWaiting()) {
        const overdue = waiting.findIndex(({ since }) => since > oldest)
        for (const { job } of waiting.splice(0, overdue === -1 ? waiting.length : overdue)) job.drop('full')
      }
    },

    /** How many more may come from the store: as many may wait for a target as may run. */
    room: (name: string): number => Math.max(0, 2 * limits.perTarget - busyOf(targets.get(name))),
    running: () => running,
    waiting: () => withWaiting().reduce((sum, { waiting }) => sum + waiting.length, 0),

    /** Starts nothing more; what runs goes on. */
    close(): void {
      isClosed = true
      for (const { waiting } of withWaiting()) for (const { job } of waiting.splice(0)) job.drop('stopped')
    },
  }
}

const busyOf = (target: Target | undefined): number => (target ? target.running + target.waiting.length : 0)
