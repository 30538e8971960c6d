export type SlotLimits = {
  /** Deliveries at once, to all targets. */
  total: number
  /** Deliveries at once to one target. */
  perTarget: number
  /** Deliveries that may wait in memory for one target; beyond it they have to be parked. */
  waitingPerTarget: number
}

/** `start` runs in a slot and never rejects; `drop` is called instead when the slots close first. */
export type SlotJob = { start(): Promise<void>; drop(): void }
type Target = { name: string; running: number; waiting: SlotJob[]; isQueued: boolean }

/**
 * Shares a number of slots between targets: each has its own few, and targets with waiting jobs are served in turns, so
 * that a slow one takes neither the slots nor the turns of the others.
 */
export function createTargetSlots({ total, perTarget, waitingPerTarget }: SlotLimits) {
  const targets = new Map<string, Target>()
  const turns: Target[] = []
  let running = 0
  let waiting = 0
  let isClosed = false

  function takeTurns(): void {
    while (running < total) {
      const target = turns.shift()
      if (!target) return
      target.isQueued = false
      const job = target.waiting.shift()
      if (!job) continue
      waiting -= 1
      start(target, job)
      queueUp(target)
    }
  }

  function queueUp(target: Target): void {
    if (target.isQueued || target.waiting.length === 0 || target.running >= perTarget) return
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

  return {
    /** @returns false when too many wait for this target already */
    enter(name: string, job: SlotJob): boolean {
      if (isClosed) {
        job.drop()
        return true
      }
      const target = targets.get(name) ?? { name, running: 0, waiting: [], isQueued: false }
      if (target.waiting.length >= waitingPerTarget) return false
      targets.set(name, target)
      target.waiting.push(job)
      waiting += 1
      queueUp(target)
      takeTurns()
      return true
    },
    /** Targets for which no more jobs are taken at the moment. */
    full: (): string[] =>
      [...targets.values()].filter(t => t.waiting.length >= waitingPerTarget).map(({ name }) => name),
    running: () => running,
    waiting: () => waiting,
    /** Starts nothing more; what runs goes on. */
    close(): void {
      isClosed = true
      turns.length = 0
      waiting = 0
      for (const target of targets.values()) for (const job of target.waiting.splice(0)) job.drop()
    },
  }
}
export type TargetSlots = ReturnType<typeof createTargetSlots>
