import type { Refusal } from '@sluice/contracts'
import type { Namespace, Store } from '@sluice/store'
import type { DocumentDeleted, DocumentWritten } from '../domain/outcome.ts'
import type { DocumentWrite, SettleWrite, WriteGuard } from './write-guard.ts'

type ClaimedWrites = { store: Pick<Store, 'transaction'>; namespace: Namespace; settle: SettleWrite }

/** The guard of a collection that is written at once, where a write and what is kept of its request are one transaction. */
export function claimedGuard(guard: WriteGuard, { store, namespace, settle }: ClaimedWrites): WriteGuard {
  return {
    ...guard,
    isOneByOne: true,
    run: <T extends DocumentWritten | DocumentDeleted>(_id: unknown, write: DocumentWrite<T>): Promise<T | Refusal> =>
      store.transaction(async inside => {
        const outcome = await write(inside.collection(namespace), undefined)
        if (outcome.kind !== 'refuse') await settle(inside, outcome)
        return outcome
      }),
  }
}
