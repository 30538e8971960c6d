const DAY_MS = 86_400_000
/** A key that ends within this many days is shown as one that ends soon. */
const SOON_DAYS = 14

export type KeyState = 'active' | 'ends-soon' | 'expired'

/** @param now epoch ms, as `expiresAt` is */
export function keyState(expiresAt: number, now: number): KeyState {
  if (expiresAt <= now) return 'expired'
  return expiresAt - now <= SOON_DAYS * DAY_MS ? 'ends-soon' : 'active'
}
