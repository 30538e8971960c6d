import type { KeyId } from '@sluice/contracts'
import type { Document } from '@sluice/store'

/** How often keys were used. */
export type KeyUsageCounts = {
  /**
   * @param among which keys may be asked about; a key that is revoked is among all of them alone.
   * @returns the days on which it was used, the oldest first; undefined when nothing is known of such a key
   */
  daysOf(key: KeyId, among: Document): Promise<{ day: string; requests: number }[] | undefined>
}
