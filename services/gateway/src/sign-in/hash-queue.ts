/** Password hashes cost 24 ms of a core: few run at a time, a bounded number waits, the rest is turned away. */
export type HashQueue = {
  /** @returns undefined when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T> | undefined
}

export function createHashQueue(limits: { atOnce: number; waiting: number }): HashQueue {
  const waiting: (() => void)[] = []
  let running = 0

  async function runNow<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    run(work) {
      if (running < limits.atOnce) {
        running += 1
        return runNow(work)
      }
      if (waiting.length >= limits.waiting) return undefined
      return new Promise<void>(resolve => waiting.push(resolve)).then(() => runNow(work))
    },
  }
}
