import type { GroupTiming } from './membership.ts'

/**
 * When the group last heard of this member. By either clock: one stands still while a machine sleeps, the other can be
 * set.
 */
export function createLiveness({ sessionTimeoutMs, rebalanceTimeoutMs }: GroupTiming) {
  let provedAt = { wall: 0, monotonic: Number.NEGATIVE_INFINITY }
  const isYoungerThan = (ms: number) => Date.now() - provedAt.wall < ms && performance.now() - provedAt.monotonic < ms

  return {
    now: () => ({ wall: Date.now(), monotonic: performance.now() }),
    /** @param at when that was asked which has been answered */
    proved(at: { wall: number; monotonic: number }) {
      provedAt = at
    },
    lastAt: () => provedAt.wall,
    /** Whoever was silent for longer may have been replaced. */
    isCertain: () => isYoungerThan(sessionTimeoutMs),
    /** When it last answered, the group shared nothing out; once it does, it waits for each member for so long at least. */
    isWaitedFor: () => isYoungerThan(Math.min(sessionTimeoutMs, rebalanceTimeoutMs)),
  }
}
export type Liveness = ReturnType<typeof createLiveness>
