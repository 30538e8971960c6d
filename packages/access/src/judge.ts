import { ANONYMOUS_ROLE, type ErrorCode } from '@sluice/contracts'
import { type Exchange, type Explanation, explainPredicate, testPredicate } from '@sluice/predicate'
import { type Acl, candidatesOf, permissionsOf } from './acl.ts'
import type { Permission } from './check-permission.ts'

/** What is to be judged. The flags say what kind of request it is: a permission without their `allow…` does not match. */
export type AccessRequest = {
  exchange: Exchange
  principal: { id: string | null; roles: readonly string[]; isRoot: boolean }
  managementRequest?: boolean
  bulkPatch?: boolean
  bulkDelete?: boolean
  writeMode?: boolean
  /** Look at every permission of the caller, and say of each why it does not match. For people, not for traffic. */
  explain?: boolean
}

type Considered = { id: string; priority: number | null; matched: boolean; explanation?: Explanation }

type Judgement =
  | { kind: 'allowed' /** null for the root role, which needs none */; permission: Permission | null }
  | {
      kind: 'refused'
      code: Extract<ErrorCode, 'UNAUTHENTICATED' | 'FORBIDDEN'>
      detail: string
      /** The permissions that were looked at, at most 50; for the log, not for the caller. */
      considered: readonly Considered[]
    }

const MAX_CONSIDERED = 50

/**
 * Chooses the one permission that applies to a request: of those of the caller's roles the matching one with the
 * highest priority (spec 5.5).
 */
export function judge(acl: Acl, request: AccessRequest): Judgement {
  const { exchange, principal, explain } = request
  if (principal.id !== null && principal.isRoot) return { kind: 'allowed', permission: null }
  const roles = effectiveRoles(request)
  const candidates = explain ? permissionsOf(acl, roles) : candidatesOf(acl, roles, exchange.path)
  const considered: Considered[] = []
  let lacking: Flag | undefined
  for (let next = candidates.next(); !next.done; next = candidates.next()) {
    const permission = next.value
    const matches = testPredicate(permission.predicate, exchange)
    const lacks = matches ? lackingFlag(permission, request) : undefined
    if (matches && !lacks) return { kind: 'allowed', permission }
    lacking ??= lacks
    if (considered.length < MAX_CONSIDERED) considered.push(consider(permission, request))
  }
  return refusal({ request, roles, considered, lacking })
}

/**
 * Whether the body must be there before `judge` is called: a permission that may come to apply looks into it, in its
 * predicate or in its rules.
 */
export function needsRequestBody(acl: Acl, request: AccessRequest): boolean {
  if (request.principal.isRoot) return false
  const candidates = candidatesOf(acl, effectiveRoles(request), request.exchange.path)
  for (let next = candidates.next(); !next.done; next = candidates.next()) {
    if (next.value.readsBody) return true
  }
  return false
}

/** `$unauthenticated` is the role of anonymous callers, and of nobody else. */
function effectiveRoles({ principal }: AccessRequest): readonly string[] {
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

function lackingFlag({ rules }: Permission, request: AccessRequest): Flag | undefined {
  return FLAGS.find(([asked, allows]) => request[asked] && !rules?.[allows])
}

function consider({ id, priority, predicate }: Permission, { exchange, explain }: AccessRequest): Considered {
  const considered = { id, priority, matched: false }
  return explain ? { ...considered, explanation: explainPredicate(predicate, exchange) } : considered
}

type RefusalInput = {
  request: AccessRequest
  roles: readonly string[]
  considered: readonly Considered[]
  lacking: Flag | undefined
}

function refusal({ request, roles, considered, lacking }: RefusalInput): Judgement {
  const { exchange, principal } = request
  const asked = `${exchange.method} ${exchange.path}`
  if (principal.id === null) {
    const detail = `${asked} is not open to everyone. Sign in with a password or an API key.`
    return { kind: 'refused', code: 'UNAUTHENTICATED', detail, considered }
  }
  return { kind: 'refused', code: 'FORBIDDEN', detail: forbiddenDetail(asked, roles, lacking), considered }
}

function forbiddenDetail(asked: string, roles: readonly string[], lacking: Flag | undefined): string {
  if (roles.length === 0) return `${asked} needs a permission, and you have no role that could bring one.`
  if (lacking) return `${asked}: your permission does not cover ${lacking[2]} (${lacking[1]}).`
  const shown = roles.slice(0, 10).join(', ')
  return `No permission of your roles (${shown}${roles.length > 10 ? ', …' : ''}) allows ${asked}.`
}
