import { indexPredicates, type PredicateIndex } from '@sluice/predicate'
import type { Permission } from './check-permission.ts'

/** A permission with its place in the order in which permissions apply; 0 applies first. */
type RankedPermission = { rank: number; permission: Permission }

/** The permissions of one role, in order. `readsBody`: one of them looks into the request body. */
type RoleIndex = { all: readonly RankedPermission[]; index: PredicateIndex<RankedPermission>; readsBody: boolean }

/** All permissions, compiled and indexed. Immutable: a change makes a new one. */
export type Acl = { readonly size: number; readonly byRole: ReadonlyMap<string, RoleIndex> }

/** What an index looks at. */
type AclLookup = { path: string; method: string }

export function indexPermissions(permissions: Iterable<Permission>): Acl {
  const ordered = [...permissions].sort(byPrecedence)
  const rankedByRole = new Map<string, RankedPermission[]>()
  for (const [rank, permission] of ordered.entries()) {
    for (const role of permission.roles) {
      const ranked = rankedByRole.get(role) ?? []
      rankedByRole.set(role, ranked)
      ranked.push({ rank, permission })
    }
  }
  const byRole = new Map([...rankedByRole].map(([role, ranked]) => [role, indexRole(ranked)]))
  return { size: ordered.length, byRole }
}

/**
 * The same permissions with some more; one takes the place of the one that has its id.
 * @param without ids of permissions that are left out
 */
export function withPermissions(acl: Acl, more: readonly Permission[], without: readonly string[] = []): Acl {
  const byId = new Map([...allOf(acl), ...more].map(permission => [permission.id, permission]))
  for (const id of without) byId.delete(id)
  return indexPermissions(byId.values())
}

/** The permission that has this id. */
export const findPermission = (acl: Acl, id: string): Permission | undefined =>
  allOf(acl).find(permission => permission.id === id)

const allOf = (acl: Acl): readonly Permission[] =>
  [...acl.byRole.values()].flatMap(role => role.all.map(({ permission }) => permission))

function indexRole(ranked: readonly RankedPermission[]): RoleIndex {
  return {
    all: ranked,
    index: indexPredicates(ranked.map(one => [one.permission.predicate, one] as const)),
    readsBody: ranked.some(({ permission }) => permission.readsBody),
  }
}

/** Higher priority first, a missing one last; of equals the one with the larger `_id`. */
function byPrecedence(a: Permission, b: Permission): number {
  const priorityOf = ({ priority }: Permission) => priority ?? Number.NEGATIVE_INFINITY
  if (priorityOf(a) !== priorityOf(b)) return priorityOf(a) > priorityOf(b) ? -1 : 1
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1
}

/** The permissions of these roles that may match, in the order in which they apply, each once. */
export function candidatesOf(acl: Acl, roles: readonly string[], asked: AclLookup): Iterator<Permission, undefined> {
  return inOrder(listsFor(acl, roles, asked))
}

/** Whether one of those looks into the request body. */
export function mayReadBody(acl: Acl, roles: readonly string[], asked: AclLookup): boolean {
  const readers = roles.filter(role => acl.byRole.get(role)?.readsBody)
  return listsFor(acl, readers, asked).some(list => list.some(({ value }) => value.permission.readsBody))
}

/** All permissions of these roles, in the order in which they apply, each once. */
export function permissionsOf(acl: Acl, roles: readonly string[]): readonly Permission[] {
  const byRank = new Map(roles.flatMap(role => acl.byRole.get(role)?.all ?? []).map(one => [one.rank, one.permission]))
  return [...byRank].sort(([a], [b]) => a - b).map(([, permission]) => permission)
}

/** Whether any permission names one of these roles. */
export function hasPermissions(acl: Acl, roles: readonly string[]): boolean {
  return roles.some(role => acl.byRole.has(role))
}

type Candidates = readonly { readonly value: RankedPermission }[]

function listsFor(acl: Acl, roles: readonly string[], asked: AclLookup): Candidates[] {
  const lists: Candidates[] = []
  for (const role of roles) {
    const found = acl.byRole.get(role)
    if (found) lists.push(...found.index.candidates(asked))
  }
  return lists
}

/** Merges ordered lists lazily: the winner is mostly near the front. */
function inOrder(lists: readonly Candidates[]): Iterator<Permission, undefined> {
  const positions = lists.map(() => 0)
  const headOf = (number: number) => lists[number]?.[positions[number] ?? 0]?.value
  return {
    next() {
      let first: RankedPermission | undefined
      for (let number = 0; number < lists.length; number++) {
        const head = headOf(number)
        if (head && (!first || head.rank < first.rank)) first = head
      }
      if (!first) return { done: true, value: undefined }
      // The same permission may stand in several lists: all of them move on.
      for (let number = 0; number < lists.length; number++) {
        if (headOf(number)?.rank === first.rank) positions[number] = (positions[number] ?? 0) + 1
      }
      return { done: false, value: first.permission }
    },
  }
}
