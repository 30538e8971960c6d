import { randomUUID } from 'node:crypto'
import { startAge } from '../../claimant/lease.ts'
import type { ExecutionRow } from '../../domain/execution/execution.ts'

/** The limit is that of matches which may be open at once. */
const MAX_CLAIMS = 50_000

/** A claim of this process on a delivery that has not begun. `age`: since it was put at the earliest. */
export type UnbegunClaim = { id: string; age: () => number }

/**
 * Remembers under which claim this process has entered, or tried to enter, each delivery that it has not begun. So a claim
 * whose answer was lost is known again when it is found in the store, and costs the delivery none of its attempts. Beyond
 * `maxClaims` the oldest are forgotten: such a delivery may have begun for all that is known then.
 */
export function createUnbegunClaims(maxClaims = MAX_CLAIMS) {
  const claims = new Map<string, UnbegunClaim>()

  function keep(executionId: string, claim: UnbegunClaim): void {
    const [oldest] = claims.keys()
    if (claims.size >= maxClaims && oldest !== undefined) claims.delete(oldest)
    claims.set(executionId, claim)
  }

  return {
    /** The claim under which this delivery is entered: a new one, unless one before was not begun. */
    of(executionId: string): UnbegunClaim {
      const known = claims.get(executionId)
      if (known) return known
      const claim = { id: randomUUID(), age: startAge() }
      keep(executionId, claim)
      return claim
    },
    /** Whether the row bears a claim of this process, and its delivery has not begun since. */
    isOn: ({ _id, claim }: Pick<ExecutionRow, '_id' | 'claim'>): boolean =>
      claim?.id !== undefined && claims.get(_id)?.id === claim.id,
    /** The delivery that was forgotten has not begun after all. */
    keep,
    /** The delivery has begun, or is not this process's any more. */
    forget(executionId: string): void {
      claims.delete(executionId)
    },
  }
}
