import type { CollectionRequest } from './collection-request.ts'
import type { DataDependencies } from './dependencies.ts'
import { aclGuard } from './writes/acl-guard.ts'
import { claimedGuard } from './writes/claimed-guard.ts'
import { usersGuard } from './writes/users-guard.ts'
import { openGuard, type SettleWrite, type WriteGuard } from './writes/write-guard.ts'

/** How this collection is written. @param settle keeps what a write comes to, in its transaction */
export async function guardOf(
  asked: CollectionRequest,
  dependencies: DataDependencies,
  settle?: SettleWrite,
): Promise<WriteGuard> {
  const guard = await guardByKind(asked, dependencies, settle)
  // Whatever is tried out is written inside a transaction.
  return asked.trial ? { ...guard, isOneByOne: true } : guard
}

async function guardByKind(
  { request, place, collection, visibility, trial }: CollectionRequest,
  { store, changes, hashPassword, endKeysOf, metas, ruleReach }: DataDependencies,
  settle: SettleWrite | undefined,
): Promise<WriteGuard> {
  const { kind, namespace } = place
  switch (kind) {
    case 'open': {
      const guard = openGuard(collection, (await metas.rulesOf(namespace)).schema?.seenBy(visibility))
      return settle ? claimedGuard(guard, { store, namespace, settle }) : guard
    }
    case 'users':
      return usersGuard({ changes, trial, namespace, collection, request, hashPassword, endKeysOf, settle })
    case 'acl':
      return aclGuard({ changes, trial, namespace, collection, ruleReach, request, settle })
  }
}
