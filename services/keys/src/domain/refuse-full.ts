import { type Refusal, refuse } from '@sluice/contracts'
import type { IssueLimits, ReachedLimit } from '../ports/key-store.ts'

/** Says which limit stands in the way of one more key, and who can do what about it. */
export function refuseFull(reached: ReachedLimit, { keysPerUser, capacity }: IssueLimits): Refusal {
  switch (reached) {
    case 'limit-reached':
      return refuse(
        'KEY_LIMIT_REACHED',
        `You have ${keysPerUser} keys that work, which is the limit. Revoke one first.`,
      )
    case 'capacity-reached':
      return refuse(
        'KEY_CAPACITY_REACHED',
        `The service holds ${capacity} keys, which is the most it can. The owner can revoke some, or raise KEYS_CAPACITY.`,
      )
  }
}
