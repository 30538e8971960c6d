import fc from 'fast-check'
import type { SupposedRequest } from '../supposed-exchange.ts'
import { conditionArbitrary, holds, looksAtBody, type NaiveCondition, textOf } from './naive-conditions.ts'
import {
  filledFilter,
  filledValue,
  filterArbitrary,
  isBound,
  type NaiveFilter,
  type NaiveValue,
  type NaiveVariables,
  storedFilter,
  storedValue,
  valueArbitrary,
} from './naive-rules.ts'

const FLAGS = ['allowManagementRequests', 'allowBulkPatch', 'allowBulkDelete', 'allowWriteMode'] as const
export type NaiveFlag = (typeof FLAGS)[number]

/** A permission as a tree; `fault` makes a document of it that is none, which must count for nothing. */
export type NaivePermission = {
  id: string
  roles: readonly string[]
  condition: NaiveCondition
  priority?: number
  readFilter?: NaiveFilter
  mergeRequest?: NaiveValue
  flags?: readonly NaiveFlag[]
  fault?: Record<string, unknown>
}

export type NaiveRequest = {
  asked: SupposedRequest
  roles: readonly string[]
  isRoot: boolean
  /** The leave that it needs. */
  needs: readonly NaiveFlag[]
  variables: NaiveVariables
}

type NaiveAnswer =
  | { kind: 'root' }
  | { kind: 'allowed'; id: string; readFilter?: unknown; mergeRequest?: unknown }
  | { kind: 'refused'; code: string; reason: string; id?: string }

export function storedPermission(permission: NaivePermission): Record<string, unknown> {
  const { id, roles, condition, priority, readFilter, mergeRequest, flags = [], fault } = permission
  const mongo = {
    ...(readFilter && { readFilter: storedFilter(readFilter) }),
    ...(mergeRequest && { mergeRequest: { owner: storedValue(mergeRequest) } }),
    ...Object.fromEntries(flags.map(flag => [flag, true])),
  }
  const stored = { _id: id, roles, predicate: textOf(condition), mongo }
  return { ...stored, ...(priority !== undefined && { priority }), ...fault }
}

/** Every document is looked at anew for every request; nothing is indexed, sorted once or compiled. */
export function naiveAnswer(permissions: readonly NaivePermission[], request: NaiveRequest): NaiveAnswer {
  if (request.asked.caller.id !== null && request.isRoot) return { kind: 'root' }
  const mine = callersOwn(permissions, request)
  const fitting = mine.filter(({ condition }) => holds(condition, request.asked) === true)
  const matching = fitting.filter(one => request.needs.every(need => one.flags?.includes(need)))
  const winner = inOrder(matching)[0]
  return winner ? filled(winner, request) : refused(request, { mine, fitting })
}

/** The ids of the caller's permissions in the order in which they apply. */
export const naiveOrder = (permissions: readonly NaivePermission[], request: NaiveRequest): string[] =>
  inOrder(callersOwn(permissions, request)).map(({ id }) => id)

/** Whether a permission that could match says anything about the body. */
export function naiveBodyReaders(permissions: readonly NaivePermission[], request: NaiveRequest): NaivePermission[] {
  return callersOwn(permissions, request).filter(
    ({ condition, readFilter, mergeRequest }) =>
      holds(condition, request.asked) !== false &&
      (looksAtBody(condition) || JSON.stringify([readFilter, mergeRequest]).includes('@request.body')),
  )
}

function callersOwn(permissions: readonly NaivePermission[], { asked, roles }: NaiveRequest): NaivePermission[] {
  const mine = asked.caller.id === null ? ['$unauthenticated'] : roles.filter(role => role !== '$unauthenticated')
  return permissions.filter(one => !one.fault && one.roles.some(role => mine.includes(role)))
}

function inOrder(permissions: readonly NaivePermission[]): NaivePermission[] {
  const rest = [...permissions]
  const ordered: NaivePermission[] = []
  while (rest.length > 0) {
    const first = rest.reduce((a, b) => (isBefore(b, a) ? b : a))
    ordered.push(first)
    rest.splice(rest.indexOf(first), 1)
  }
  return ordered
}

function isBefore(a: NaivePermission, b: NaivePermission): boolean {
  if (a.priority === b.priority) return a.id > b.id
  if (a.priority === undefined || b.priority === undefined) return b.priority === undefined
  return a.priority > b.priority
}

function filled({ id, readFilter, mergeRequest }: NaivePermission, { asked, variables }: NaiveRequest): NaiveAnswer {
  const isLost = mergeRequest !== undefined && !isBound(mergeRequest, variables)
  if (isLost && asked.method === 'POST') return { kind: 'refused', code: 'FORBIDDEN', reason: 'unbound', id }
  return {
    kind: 'allowed',
    id,
    readFilter: readFilter && filledFilter(readFilter, variables),
    mergeRequest: mergeRequest && !isLost ? { owner: filledValue(mergeRequest, variables) } : undefined,
  }
}

type FoundPermissions = { mine: readonly NaivePermission[]; fitting: readonly NaivePermission[] }

function refused({ asked, roles }: NaiveRequest, { mine, fitting }: FoundPermissions): NaiveAnswer {
  const isAnonymous = asked.caller.id === null
  const code = isAnonymous ? 'UNAUTHENTICATED' : 'FORBIDDEN'
  const id = inOrder(fitting)[0]?.id
  if (id !== undefined) return { kind: 'refused', code, reason: 'flag-missing', id }
  if (isAnonymous) return { kind: 'refused', code, reason: 'not-signed-in' }
  if (roles.every(role => role === '$unauthenticated')) return { kind: 'refused', code, reason: 'no-roles' }
  return { kind: 'refused', code, reason: mine.length > 0 ? 'none-matches' : 'no-permissions' }
}

export const roleArbitrary = fc.constantFrom('a', 'b', 'c', '$unauthenticated')
const faults = fc.constantFrom<Record<string, unknown>>(
  { predicate: 'pth(a)' },
  { roles: [] },
  { roles: ['a', 'a'] },
  { priority: '1' },
  { apiKeys: { role: ['a'] } },
  { mongo: { readFilter: { $where: '1' } } },
  { readFilter: {} },
)

const permissionArbitrary: fc.Arbitrary<NaivePermission> = fc
  .tuple(
    fc.record(
      {
        roles: fc.uniqueArray(roleArbitrary, { minLength: 1, maxLength: 3 }),
        condition: conditionArbitrary,
        priority: fc.integer({ min: -2, max: 2 }),
        readFilter: filterArbitrary,
        mergeRequest: valueArbitrary,
        flags: fc.uniqueArray(fc.constantFrom(...FLAGS), { maxLength: 3 }),
      },
      { requiredKeys: ['roles', 'condition'] },
    ),
    fc.option(faults, { freq: 12, nil: undefined }),
  )
  .map(([permission, fault]) => ({ ...permission, id: '', ...(fault && { fault }) }))

/** Ids in an order that has nothing to do with that of the documents. */
export const aclArbitrary = fc
  .tuple(fc.array(permissionArbitrary, { maxLength: 16 }), fc.nat(15))
  .map(([permissions, turn]) =>
    permissions.map((permission, index) => ({ ...permission, id: `p${((index * 7 + turn) % 16).toString(16)}` })),
  )

export const needsArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.constant<NaiveFlag[]>([]) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...FLAGS), { minLength: 1, maxLength: 2 }) },
)
