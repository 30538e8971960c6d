import { setTimeout as wait } from 'node:timers/promises'

/** Password hashes cost 24 ms of a core: few run at a time, a bounded number waits, the rest is turned away. */
export type HashQueue<T> = {
  /** @returns undefined when too many wait already */
  run(work: () => Promise<T>): Promise<T> | undefined
  isFull(): boolean
  /** How many wait. */
  waiting(): number
}

export type HashLimits<T> = {
  atOnce: number
  waiting: number
  /** What served nobody: after it the next one waits for seven times as long as it took, a second at most. */
  isWasted(result: T): boolean
}

/**
 * Clients that guess get an eighth of the time: with all of it they slow down everybody who shares the cores
 * (`docs/adr/0016-who-guesses-gets-an-eighth-of-the-hashing.md`).
 */
const REST_FACTOR = 7
const MAX_REST_MS = 1_000

type QueueClock = { now(): number; rest(ms: number): Promise<void> }

const MONOTONIC: QueueClock = { now: () => performance.now(), rest: ms => wait(ms, undefined, { ref: false }) }

export function createHashQueue<T>(limits: HashLimits<T>, clock: QueueClock = MONOTONIC): HashQueue<T> {
  const waiting: (() => void)[] = []
  let running = 0

  function next(): void {
    const run = waiting.shift()
    if (run) run()
    else running -= 1
  }

  async function runNow(work: () => Promise<T>): Promise<T> {
    const start = clock.now()
    try {
      const result = await work()
      const restMs = limits.isWasted(result) ? Math.min(REST_FACTOR * (clock.now() - start), MAX_REST_MS) : 0
      void (restMs > 0 ? clock.rest(restMs).then(next) : next())
      return result
    } catch (error) {
      next()
      throw error
    }
  }

  const isFull = () => running >= limits.atOnce && waiting.length >= limits.waiting

  return {
    isFull,
    waiting: () => waiting.length,
    run(work) {
      if (isFull()) return undefined
      if (running < limits.atOnce) {
        running += 1
        return runNow(work)
      }
      return new Promise<void>(resolve => waiting.push(resolve)).then(() => runNow(work))
    },
  }
}
