export type GroupTiming = { sessionTimeoutMs: number; rebalanceTimeoutMs: number }

/** When a member was heard of, by both clocks: one stands still while a machine sleeps, the other can be set. */
export type LivenessProof = { wall: number; monotonic: number }

export const readClocks = (): LivenessProof => ({ wall: Date.now(), monotonic: performance.now() })

/** When the group last heard of this member, by either clock. */
export function createLiveness({ sessionTimeoutMs, rebalanceTimeoutMs }: GroupTiming) {
  let provedAt: LivenessProof = { wall: 0, monotonic: Number.NEGATIVE_INFINITY }
  const certainMs = Math.min(sessionTimeoutMs, rebalanceTimeoutMs)

  return {
    /** @param at when that was asked which has been answered */
    proved(at: LivenessProof) {
      provedAt = at
    },
    lastAt: () => provedAt.wall,
    /**
     * When the group last answered, it shared nothing out; once it does, it waits for each member for the shorter time-out at least.
     * Whoever was silent for longer may have been replaced.
     */
    isCertain: () => Date.now() - provedAt.wall < certainMs && performance.now() - provedAt.monotonic < certainMs,
  }
}
export type Liveness = ReturnType<typeof createLiveness>
