/** Both clocks at one moment. The monotonic one may stand still while a machine sleeps; the wall clock may be stepped. */
export type ClockReading = { monotonicMs: number; wallMs: number }

type PendingPoll<Target> = { sentAt: ClockReading; target: Target }

const MAX_PENDING = 16

/**
 * How long what was read may be trusted: `leaseMs` from the moment the poll was sent whose findings have all been
 * applied, over as soon as either clock says so. So a wall clock that is stepped can only shorten it. A poll whose
 * findings are still being applied gives nothing yet; the lease before it goes on meanwhile.
 */
export function createLease<Target>(leaseMs: number) {
  let held: PendingPoll<Target> | undefined
  let pending: PendingPoll<Target>[] = []

  const age = (since: ClockReading, now: ClockReading) =>
    Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs)

  return {
    /** A poll was answered: the lease counts from `sentAt` once `target` is reached. */
    offer(sentAt: ClockReading, target: Target) {
      pending = pending.filter(offered => age(offered.sentAt, sentAt) < leaseMs)
      // The oldest are reached first, so it is the new one that has to wait for the next poll.
      if (pending.length < MAX_PENDING) pending.push({ sentAt, target })
    },

    /** To be called whenever something was applied. */
    settle(isReached: (target: Target) => boolean) {
      const newest = pending.findLastIndex(offered => isReached(offered.target))
      if (newest === -1) return
      held = pending[newest]
      pending = pending.slice(newest + 1)
    },

    isHeld: (now: ClockReading) => held !== undefined && age(held.sentAt, now) < leaseMs,

    /** Infinity before the first one. */
    secondsSince: (now: ClockReading) => (held ? Math.max(0, age(held.sentAt, now)) / 1_000 : Number.POSITIVE_INFINITY),

    /** What had to be applied for the last lease that was given. */
    target: () => held?.target,
  }
}
export type TrustLease<Target> = ReturnType<typeof createLease<Target>>
