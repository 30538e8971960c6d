import { pathPrefixes } from '@sluice/predicate'
import type { Permission } from './check-permission.ts'

/** A permission with its place in the order in which permissions apply; 0 applies first. */
type Ranked = { rank: number; permission: Permission }

/** In order. `readsBody`: one of them looks into the request body. */
type RankedList = { entries: Ranked[]; readsBody: boolean }

/** The permissions of one role. */
type RoleIndex = { all: RankedList; everywhere: RankedList; byPrefix: Map<string, RankedList> }

/** All permissions, compiled and indexed. Immutable: a change makes a new one. */
export type Acl = { readonly size: number; readonly byRole: ReadonlyMap<string, RoleIndex> }

/** Deeper paths are filed under their first segments, so that a long request path costs a few look-ups at most. */
const INDEXED_SEGMENTS = 4

export function indexPermissions(permissions: Iterable<Permission>): Acl {
  const ordered = [...permissions].sort(byPrecedence)
  const byRole = new Map<string, RoleIndex>()
  for (const [rank, permission] of ordered.entries()) {
    const prefixes = indexedPrefixes(permission)
    for (const role of permission.roles) {
      const index = byRole.get(role) ?? { all: newList(), everywhere: newList(), byPrefix: new Map() }
      byRole.set(role, index)
      file(index, { rank, permission }, prefixes)
    }
  }
  return { size: ordered.length, byRole }
}

const newList = (): RankedList => ({ entries: [], readsBody: false })

/** Higher priority first, a missing one last; of equals the one with the larger `_id`. */
function byPrecedence(a: Permission, b: Permission): number {
  const priorityOf = ({ priority }: Permission) => priority ?? Number.NEGATIVE_INFINITY
  if (priorityOf(a) !== priorityOf(b)) return priorityOf(a) > priorityOf(b) ? -1 : 1
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1
}

function indexedPrefixes({ predicate }: Permission): string[] | undefined {
  const prefixes = pathPrefixes(predicate)?.map(prefix => prefix.slice(0, cutAfter(prefix, INDEXED_SEGMENTS)))
  return prefixes && [...new Set(prefixes)]
}

function cutAfter(path: string, segments: number): number {
  let end = 0
  for (let count = 0; count < segments && end < path.length; count++) end = segmentEnd(path, end)
  return end
}

function segmentEnd(path: string, slash: number): number {
  const next = path.indexOf('/', slash + 1)
  return next < 0 ? path.length : next
}

function file(index: RoleIndex, ranked: Ranked, prefixes: string[] | undefined): void {
  add(index.all, ranked)
  if (!prefixes) add(index.everywhere, ranked)
  for (const prefix of prefixes ?? []) {
    const list = index.byPrefix.get(prefix) ?? newList()
    index.byPrefix.set(prefix, list)
    add(list, ranked)
  }
}

function add(list: RankedList, ranked: Ranked): void {
  list.entries.push(ranked)
  list.readsBody ||= ranked.permission.readsBody
}

/** The permissions of these roles that may match the path, in the order in which they apply, each once. */
export function candidatesOf(acl: Acl, roles: readonly string[], path: string): Iterator<Permission, undefined> {
  return inOrder(listsFor(acl, roles, path))
}

/** Whether one of those looks into the request body. */
export function mayReadBody(acl: Acl, roles: readonly string[], path: string): boolean {
  return listsFor(acl, roles, path).some(({ readsBody }) => readsBody)
}

/** All permissions of these roles, in the order in which they apply, each once. */
export function permissionsOf(acl: Acl, roles: readonly string[]): Iterator<Permission, undefined> {
  return inOrder(roles.flatMap(role => acl.byRole.get(role)?.all ?? []))
}

/** Whether any permission names one of these roles. */
export function hasPermissions(acl: Acl, roles: readonly string[]): boolean {
  return roles.some(role => acl.byRole.has(role))
}

function listsFor(acl: Acl, roles: readonly string[], path: string): RankedList[] {
  const lists: RankedList[] = []
  for (const role of roles) {
    const index = acl.byRole.get(role)
    if (!index) continue
    if (index.everywhere.entries.length > 0) lists.push(index.everywhere)
    addListsAlong(path, index.byPrefix, lists)
  }
  return lists
}

function addListsAlong(path: string, byPrefix: ReadonlyMap<string, RankedList>, lists: RankedList[]): void {
  let end = 0
  for (let count = 0; count < INDEXED_SEGMENTS && end < path.length; count++) {
    end = segmentEnd(path, end)
    const list = byPrefix.get(path.slice(0, end))
    if (list) lists.push(list)
  }
}

/** Merges ordered lists lazily: the winner is mostly near the front. */
function inOrder(lists: readonly RankedList[]): Iterator<Permission, undefined> {
  const positions = lists.map(() => 0)
  const headOf = (list: RankedList, number: number) => list.entries[positions[number] ?? 0]
  return {
    next() {
      let first: Ranked | undefined
      for (const [number, list] of lists.entries()) {
        const head = headOf(list, number)
        if (head && (!first || head.rank < first.rank)) first = head
      }
      if (!first) return { done: true, value: undefined }
      // The same permission may stand in several lists: all of them move on.
      for (const [number, list] of lists.entries()) {
        if (headOf(list, number)?.rank === first.rank) positions[number] = (positions[number] ?? 0) + 1
      }
      return { done: false, value: first.permission }
    },
  }
}
