import type { CollectionRequest } from './collection-request.ts'
import type { DataDependencies } from './dependencies.ts'
import { aclGuard } from './writes/acl-guard.ts'
import { usersGuard } from './writes/users-guard.ts'
import { openGuard, type WriteGuard } from './writes/write-guard.ts'

/** How this collection is written. */
export async function guardOf(asked: CollectionRequest, dependencies: DataDependencies): Promise<WriteGuard> {
  const guard = await guardByKind(asked, dependencies)
  // Whatever is tried out is written inside a transaction.
  return asked.trial ? { ...guard, isOneByOne: true } : guard
}

async function guardByKind(
  { request, place, collection, visibility, trial }: CollectionRequest,
  { changes, hashPassword, endKeysOf, metas, ruleReach }: DataDependencies,
): Promise<WriteGuard> {
  const { kind, namespace } = place
  switch (kind) {
    case 'open':
      return openGuard(collection, (await metas.rulesOf(namespace)).schema?.seenBy(visibility))
    case 'users':
      return usersGuard({ changes, trial, namespace, collection, request, hashPassword, endKeysOf })
    case 'acl':
      return aclGuard({ changes, trial, namespace, collection, ruleReach, request })
  }
}
