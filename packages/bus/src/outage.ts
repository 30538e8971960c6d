const PROBE_EVERY_MS = 1_000
const LONGEST_PAUSE_MS = 4_000

/**
 * What waits because something that all need is away. One of them is tried every second, another one each time, as one may
 * fail for itself; as soon as any record gets through, all of them are. Where some get through and others go on failing, all
 * are tried less and less often: what is half well must not be overrun.
 */
export function createOutage<T>(hurry: (waiting: T) => void) {
  const waiting = new Set<T>()
  let timer: NodeJS.Timeout | undefined
  let wokeAt = Number.NEGATIVE_INFINITY
  let pauseMs = PROBE_EVERY_MS

  function probe() {
    timer = undefined
    const [first] = waiting
    if (first === undefined) return
    waiting.delete(first)
    hurry(first)
    schedule()
  }

  function schedule() {
    timer ??= setTimeout(probe, PROBE_EVERY_MS)
  }

  return {
    /** It has failed, and waits for its next attempt. */
    enter(failed: T) {
      waiting.delete(failed)
      waiting.add(failed)
      schedule()
    },
    leave: (ended: T) => void waiting.delete(ended),
    /** Some record got through. Not with each of them: one that always fails must not be tried so often. */
    passed() {
      const sinceWokenMs = performance.now() - wokeAt
      if (waiting.size === 0 || sinceWokenMs < pauseMs) return
      pauseMs = sinceWokenMs > LONGEST_PAUSE_MS * 2 ? PROBE_EVERY_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      wokeAt = performance.now()
      const all = [...waiting]
      waiting.clear()
      for (const one of all) hurry(one)
    },
    stop() {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}
