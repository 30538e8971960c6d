import { withDeadline } from './deadline.ts'

type Waiter = { isDone(): boolean; resolve(): void; reject(error: Error): void }

/** Whoever waits for a condition that becomes true by what this process does. */
export function createWaiters() {
  const waiting = new Set<Waiter>()

  return {
    /** @throws StoreUnavailableError with `message` after `limitMs` */
    async until(isDone: () => boolean, limitMs = Number.POSITIVE_INFINITY, message = ''): Promise<void> {
      if (isDone()) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiter = { isDone, resolve, reject }
      waiting.add(waiter)
      try {
        await (Number.isFinite(limitMs) ? withDeadline(promise, limitMs, message) : promise)
      } finally {
        waiting.delete(waiter)
      }
    },

    /** To be called whenever a condition may have become true. */
    settle() {
      for (const waiter of waiting) if (waiter.isDone()) waiter.resolve()
    },

    reject(error: Error) {
      for (const waiter of waiting) waiter.reject(error)
    },
  }
}
export type Waiters = ReturnType<typeof createWaiters>
