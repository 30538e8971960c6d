import type { Refusal } from '@sluice/contracts'
import { toRefusal } from '@sluice/service-kit'

type RevocationRun<Id> = {
  /** @returns whether the key was there */
  revoke(id: Id): Promise<boolean>
  /** No further key is begun after that time. */
  limitMs: number
  /** Milliseconds that only rise. */
  clock(): number
}

/** `failure`: why a key could not be revoked; those behind it were not tried. */
type RevocationCount = { revoked: number; failure?: Refusal }

/** Revokes one key after the other. What was done is known also when it ends before the last; to ask again does the rest. */
export async function revokeInTime<Id>(
  ids: readonly Id[],
  { revoke, limitMs, clock }: RevocationRun<Id>,
): Promise<RevocationCount> {
  const end = clock() + limitMs
  let revoked = 0
  for (const id of ids) {
    if (clock() >= end) break
    try {
      if (await revoke(id)) revoked += 1
    } catch (error) {
      const failure = toRefusal(error)
      if (failure.code === 'INTERNAL') throw error
      return { revoked, failure }
    }
  }
  return { revoked }
}
