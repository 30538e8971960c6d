import { ANONYMOUS_ROLE, type ErrorCode } from '@sluice/contracts'
import { type Exchange, explainPredicate, testPredicate } from '@sluice/predicate'
import { type Acl, candidatesOf, hasPermissions, mayReadBody } from './acl.ts'
import type { Permission } from './check-permission.ts'

/** What is to be judged. The flags say what kind of request it is: a permission without their `allow…` does not match. */
export type AccessRequest = {
  exchange: Exchange
  principal: { id: string | null; roles: readonly string[]; isRoot: boolean }
  managementRequest?: boolean
  bulkPatch?: boolean
  bulkDelete?: boolean
  writeMode?: boolean
}

/** Why no permission applies: for the log and for owners, as a caller is told no more than `detail`. */
type RefusalReason =
  | { kind: 'not-signed-in' }
  | { kind: 'no-roles' }
  /** No permission names a role of the caller. */
  | { kind: 'no-permissions' }
  | { kind: 'none-matches' }
  /** The predicate of this one holds, and it does not cover such a request. */
  | { kind: 'flag-missing'; permission: string; flag: Flag[1] }

export type AccessJudgement =
  | { kind: 'allowed' /** null for the root role, which needs none */; permission: Permission | null }
  | {
      kind: 'refused'
      code: Extract<ErrorCode, 'UNAUTHENTICATED' | 'FORBIDDEN'>
      detail: string
      reason: RefusalReason
      /** The ids of the permissions that were looked at, in their order, at most 50. */
      considered: readonly string[]
    }

const MAX_CONSIDERED = 50

/**
 * Chooses the one permission that applies to a request: of those of the caller's roles the matching one with the
 * highest priority (docs/reference/permissions.md#how-one-is-chosen).
 */
export function judge(acl: Acl, request: AccessRequest): AccessJudgement {
  const { exchange, principal } = request
  if (principal.id !== null && principal.isRoot) return { kind: 'allowed', permission: null }
  const roles = effectiveRoles(request)
  const candidates = candidatesOf(acl, roles, exchange)
  const considered: string[] = []
  let lacking: MissingFlag | undefined
  for (let next = candidates.next(); !next.done; next = candidates.next()) {
    const permission = next.value
    const matches = testPredicate(permission.predicate, exchange)
    const flag = matches ? lackingFlag(permission, request) : undefined
    if (matches && !flag) return { kind: 'allowed', permission }
    if (flag) lacking ??= { permission, flag }
    if (considered.length < MAX_CONSIDERED) considered.push(permission.id)
  }
  return refusal({ request, roles, considered, reason: reasonOf(acl, { request, roles, lacking }), lacking })
}

/**
 * Whether the body must be there before `judge` is called: a permission that may come to apply looks into it, in its
 * predicate or in its rules.
 */
export function needsRequestBody(acl: Acl, request: AccessRequest): boolean {
  const { principal, exchange } = request
  if (principal.id !== null && principal.isRoot) return false
  return mayReadBody(acl, effectiveRoles(request), exchange)
}

/** Whether another permission could come to apply by what the body holds: one that looks into it and is not decided without. */
export function hangsOnBody(acl: Acl, request: AccessRequest): boolean {
  if (!needsRequestBody(acl, request)) return false
  const candidates = candidatesOf(acl, effectiveRoles(request), request.exchange)
  for (let next = candidates.next(); !next.done; next = candidates.next()) {
    const permission = next.value
    const { result } = explainPredicate(permission.predicate, request.exchange)
    const mayApply = result !== false && !lackingFlag(permission, request)
    if (mayApply && result === true) return false
    if (mayApply && permission.readsBody) return true
  }
  return false
}

const NOBODY: AccessRequest['principal'] = { id: null, roles: [], isRoot: false }

/** Whether an anonymous caller would be refused a request that was not made; undefined where that depends on its body. */
export function needsCredentials(acl: Acl, request: AccessRequest): boolean | undefined {
  if (!mayAdmitAnonymous(acl)) return true
  const { user: _, userDocument: __, needsCredentials: ___, ...exchange } = request.exchange
  const asked: AccessRequest = { ...request, exchange: { ...exchange, user: undefined }, principal: NOBODY }
  if (exchange.requestBody?.() !== undefined && needsRequestBody(acl, asked)) return undefined
  return judge(acl, asked).kind === 'refused'
}

/** Whether any permission is for anonymous callers at all. */
export const mayAdmitAnonymous = (acl: Acl): boolean => hasPermissions(acl, [ANONYMOUS_ROLE])

/** `$unauthenticated` is the role of anonymous callers, and of nobody else. */
export function effectiveRoles({ principal }: Pick<AccessRequest, 'principal'>): readonly string[] {
  if (principal.id === null) return [ANONYMOUS_ROLE]
  return principal.roles.includes(ANONYMOUS_ROLE)
    ? principal.roles.filter(role => role !== ANONYMOUS_ROLE)
    : principal.roles
}

const FLAGS = [
  ['managementRequest', 'allowManagementRequests', 'a management request'],
  ['bulkPatch', 'allowBulkPatch', 'changing many documents at once'],
  ['bulkDelete', 'allowBulkDelete', 'deleting many documents at once'],
  ['writeMode', 'allowWriteMode', 'the wm parameter'],
] as const

type Flag = (typeof FLAGS)[number]
type MissingFlag = { permission: Permission; flag: Flag }

/** The leave that a request needs and a permission does not give. */
export function lackingFlag({ rules }: Permission, request: AccessRequest): Flag | undefined {
  return FLAGS.find(([asked, allows]) => request[asked] && !rules?.[allows])
}

type JudgedAccess = { request: AccessRequest; roles: readonly string[]; lacking: MissingFlag | undefined }

function reasonOf(acl: Acl, { request, roles, lacking }: JudgedAccess): RefusalReason {
  if (lacking) return { kind: 'flag-missing', permission: lacking.permission.id, flag: lacking.flag[1] }
  if (request.principal.id === null) return { kind: 'not-signed-in' }
  if (roles.length === 0) return { kind: 'no-roles' }
  return { kind: hasPermissions(acl, roles) ? 'none-matches' : 'no-permissions' }
}

type RefusedAccess = JudgedAccess & { considered: readonly string[]; reason: RefusalReason }

function refusal({ request, roles, considered, reason, lacking }: RefusedAccess): AccessJudgement {
  const { exchange, principal } = request
  const asked = `${exchange.method} ${exchange.path}`
  if (principal.id === null) {
    const detail = `${asked} is not open to everyone. Sign in with a password or an API key.`
    return { kind: 'refused', code: 'UNAUTHENTICATED', detail, reason, considered }
  }
  const detail = forbiddenDetail(asked, roles, lacking?.flag)
  return { kind: 'refused', code: 'FORBIDDEN', detail, reason, considered }
}

function forbiddenDetail(asked: string, roles: readonly string[], lacking: Flag | undefined): string {
  if (roles.length === 0) return `${asked} needs a permission, and you have no role that could bring one.`
  if (lacking) return `${asked}: your permission does not cover ${lacking[2]} (${lacking[1]}).`
  const shown = roles.slice(0, 10).join(', ')
  return `No permission of your roles (${shown}${roles.length > 10 ? ', …' : ''}) allows ${asked}.`
}
