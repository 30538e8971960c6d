import { LRUCache } from 'lru-cache'

/** What is taken from the store is to begin within about so long, at the pace of late. */
const BEGIN_WITHIN_MS = 1_000
/** However fast a target is, so many times the deliveries that it gets at once are held for it. */
const MOST_TIMES = 4
const MAX_PACES = 2_000
/** The weight of the latest delivery in a pace. */
const LATEST = 0.1

/** What keeps a slot; it tells whether the target was asked. */
type TimedJob = { start(): Promise<boolean> }

/**
 * Knows how fast targets have been of late, and how much may be held for each.
 * @param perTarget deliveries at once to one target
 * @param now in ms
 */
export function createTargetPaces(perTarget: number, now: () => number) {
  /** How long a delivery to a target has kept its slot of late, in ms. */
  const paces = new LRUCache<string, number>({ max: MAX_PACES })

  return {
    /** Runs what is sent to a target in its slot, and learns from how long it has kept it. */
    async timed(target: string, job: TimedJob): Promise<void> {
      const startedAt = now()
      if (!(await job.start())) return
      const ms = now() - startedAt
      const before = paces.get(target)
      paces.set(target, before === undefined ? ms : before + LATEST * (ms - before))
    },
    forget: (target: string): void => void paces.delete(target),
    /**
     * How many deliveries to a target may be held that have come from the store: as many as it gets at once, and for a fast
     * one more, so that the next is there when one has ended. @param part more than it gets at once only within this
     */
    mostHeld(target: string, part = Number.POSITIVE_INFINITY): number {
      const times = Math.min(MOST_TIMES, BEGIN_WITHIN_MS / (paces.get(target) ?? BEGIN_WITHIN_MS))
      return Math.floor(Math.max(perTarget, Math.min(part, perTarget * times)))
    },
  }
}
