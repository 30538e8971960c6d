/**
 * When the group last heard of this member. By either clock: one stands still while a machine sleeps, the other can be
 * set.
 */
export function createLiveness(sessionTimeoutMs: number) {
  let provedAt = { wall: 0, monotonic: Number.NEGATIVE_INFINITY }

  return {
    now: () => ({ wall: Date.now(), monotonic: performance.now() }),
    /** @param at when that was asked which has been answered */
    proved(at: { wall: number; monotonic: number }) {
      provedAt = at
    },
    lastAt: () => provedAt.wall,
    /** Whoever was silent for longer may have been replaced. */
    isCertain: () =>
      Date.now() - provedAt.wall < sessionTimeoutMs && performance.now() - provedAt.monotonic < sessionTimeoutMs,
  }
}
export type Liveness = ReturnType<typeof createLiveness>
