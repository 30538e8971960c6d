import { START_WITHIN_MS } from '../domain/execution/claim.ts'

/** The right to send, which somebody else gets when its holder sleeps too long. */
export type ClaimLease = {
  /** To be asked right before what must not happen twice. @returns false when somebody else may have begun */
  isHeld(): Promise<boolean>
  /** Asks the same right before the sending, which counts as begun from then on. */
  begin(): Promise<boolean>
  /** Takes the beginning back: nothing was sent. */
  unbegin(): void
  /** Whether it stands in the store, of one that is on its way there while the sending begins; until then, nothing else may come of it. */
  isStored?(): Promise<boolean>
}

export type LeaseOptions = {
  /** Whether nobody can have taken it before its time. */
  isCertain: () => boolean
  /** Called when the sending begins, and when that is taken back. */
  onBegun?: (hasBegun: boolean) => void
}

/** Whether what comes of a delivery may be written: not where the process ends before its claim was. */
export const isStored = async (lease: ClaimLease): Promise<boolean> => !lease.isStored || lease.isStored()

/** @returns how many ms have passed, by either clock: one stands still while a machine sleeps, the other can be set */
export function startAge(): () => number {
  const since = { wall: Date.now(), monotonic: performance.now() }
  return () => Math.max(Date.now() - since.wall, performance.now() - since.monotonic)
}

/** A renewal that took too long to begin within is made again, so many times. */
const RENEWALS = 3

/**
 * A lease that was taken when `age` was started. Once it is too old for a delivery to end within it, it has to be renewed.
 * @param renew whether it was still ours, and is again for as long as at first
 */
export function createLease(
  age: () => number,
  renew: () => Promise<boolean>,
  { isCertain, onBegun }: LeaseOptions,
): ClaimLease {
  let ageOf = age
  async function isHeld(): Promise<boolean> {
    if (ageOf() < START_WITHIN_MS && isCertain()) return true
    for (let tries = 0; tries < RENEWALS; tries += 1) {
      const renewed = startAge()
      if (!(await renew())) return false
      ageOf = renewed
      // It holds from the moment it was asked for, and may have waited for the store since.
      if (renewed() < START_WITHIN_MS) return true
    }
    return false
  }
  return {
    isHeld,
    async begin() {
      const isOurs = await isHeld()
      if (isOurs) onBegun?.(true)
      return isOurs
    },
    unbegin: () => onBegun?.(false),
  }
}
