import { meterOf, observing } from '@sluice/service-kit'
import { type KeyChange, keyChanges } from './domain/key-life.ts'
import type { KeyStore, ReachedLimit } from './ports/key-store.ts'
import type { LeakedKeys } from './ports/leaked-keys.ts'

const LIMITS = ['limit-reached', 'capacity-reached'] as const satisfies readonly ReachedLimit[]

type KeyStores = { keyStore: KeyStore; leaked: LeakedKeys }

/** The same stores; the operator sees how many keys come and go, and how many were refused for want of room. */
export function countChanges({ keyStore, leaked }: KeyStores, capacity: number): KeyStores {
  const counter = meterOf('keys').createCounter('key_changes', {
    description: 'Keys that were issued, rotated, revoked or reported as leaked, or refused at a limit',
  })
  for (const change of [...keyChanges, ...LIMITS]) counter.add(0, { change })
  observing('keys').gauge('keys_capacity', 'The most keys that may work at once', () => capacity)
  const count = (change: KeyChange | ReachedLimit) => counter.add(1, { change })
  return {
    keyStore: {
      ...keyStore,
      async insertBelowLimits(...asked) {
        const outcome = await keyStore.insertBelowLimits(...asked)
        count(outcome === 'inserted' ? 'issued' : outcome)
        return outcome
      },
      async rotate(...asked) {
        const rotated = await keyStore.rotate(...asked)
        if (rotated) count('rotated')
        return rotated
      },
      async remove(...asked) {
        const removed = await keyStore.remove(...asked)
        if (removed) count('revoked')
        return removed
      },
    },
    leaked: {
      async endSecret(...asked) {
        const ended = await leaked.endSecret(...asked)
        if (ended) count('leaked')
        return ended
      },
    },
  }
}
