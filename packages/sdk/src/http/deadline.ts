/** A time limit and a caller's signal in one. `close` has to be called: a signal that outlives the call keeps nothing. */
export type Deadline = {
  signal: AbortSignal
  isOver(): boolean
  remainingMs(): number
  /** Lets the time limit go, as the body of a stream has none. The caller's signal stays. */
  lift(): void
  close(): void
}

/** A longer timer would fire at once. A call that may take longer than its 24 days has no limit. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function openDeadline(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const endsAt = performance.now() + timeoutMs
  let isOver = false
  const end = () => {
    isOver = true
    controller.abort()
  }
  const timer = timeoutMs > LONGEST_TIMER_MS ? undefined : setTimeout(end, timeoutMs)
  const leave = () => controller.abort(signal?.reason)
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    isOver: () => isOver,
    remainingMs: () => endsAt - performance.now(),
    lift: () => clearTimeout(timer),
    close() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    },
  }
}

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
  })
}
