import type { ErrorCode } from '@sluice/contracts'
import { foreseePredicate } from '@sluice/predicate'
import { type Acl, candidatesOf } from './acl.ts'
import type { Permission } from './check-permission.ts'
import { interpolateRules, type RuleVariables } from './interpolate-rules.ts'
import { type AccessRequest, effectiveRoles, lackingFlag, mayAdmitAnonymous } from './judge.ts'
import type { RuleReach } from './reach/rule-reach.ts'

/** What becomes of a request, as far as its method, path, caller and address say it. */
export type ForeseenAccess =
  | { kind: 'allowed' /** null for the root role, and where it may be one of several */; permission: Permission | null }
  | { kind: 'refused'; code: ErrorCode; permission: Permission | null }
  /** Its query, headers or body decide. */
  | { kind: 'depends' }

/** A request of which query, headers and body are not looked at, and what its rules may name all the same. */
type ForeseenRequest = {
  request: AccessRequest
  variables: Pick<RuleVariables, 'user' | 'now' | 'randomHex'>
  /** Whether the properties of the user are not known either: for questions about roles alone. */
  isUserOpen?: boolean
  reach: RuleReach
}

/**
 * Says what `judge`, and the rules of the permission that applies, come to whatever else a request holds. `depends` may
 * be said of one that could not but be let in; never is one allowed that may be refused.
 */
export function foreseeAccess(acl: Acl, foreseen: ForeseenRequest): ForeseenAccess {
  const { request } = foreseen
  if (request.principal.id !== null && request.principal.isRoot) return { kind: 'allowed', permission: null }
  let soFar: ForeseenAccess | undefined
  for (const { permission, foresight } of applicable(acl, request)) {
    soFar = either(soFar, outcomeOf(permission, foreseen))
    if (foresight === 'holds' || soFar.kind === 'depends') return soFar
  }
  const code = request.principal.id === null ? 'UNAUTHENTICATED' : 'FORBIDDEN'
  return either(soFar, { kind: 'refused', code, permission: null })
}

/** Whether an anonymous caller would be refused, whatever else the request holds; undefined where that decides. */
export function foreseeCredentials(acl: Acl, request: AccessRequest): boolean | undefined {
  if (!mayAdmitAnonymous(acl)) return true
  const { user: _, userDocument: __, needsCredentials: ___, ...exchange } = request.exchange
  const principal = { id: null, roles: [], isRoot: false }
  const anonymous: AccessRequest = { ...request, exchange: { ...exchange, user: undefined }, principal }
  let mayBeAdmitted = false
  for (const { foresight } of applicable(acl, anonymous)) {
    if (foresight === 'holds') return false
    mayBeAdmitted = true
  }
  return mayBeAdmitted ? undefined : true
}

/** Whether some permission may let a request in, by its method, path, caller and address. */
export function mayBeAllowed(acl: Acl, request: AccessRequest): boolean {
  if (request.principal.id !== null && request.principal.isRoot) return true
  return !applicable(acl, request).next().done
}

/** The permissions that may come to apply, in their order. */
function* applicable(acl: Acl, request: AccessRequest) {
  const candidates = candidatesOf(acl, effectiveRoles(request), request.exchange)
  for (let next = candidates.next(); !next.done; next = candidates.next()) {
    const permission = next.value
    if (lackingFlag(permission, request)) continue
    const foresight = foreseePredicate(permission.predicate, request.exchange)
    if (foresight !== 'fails') yield { permission, foresight }
  }
}

/** What is certain where one of two things happens. */
function either(one: ForeseenAccess | undefined, other: ForeseenAccess): ForeseenAccess {
  if (one === undefined || (one.kind === 'refused' && other.kind === 'refused')) return one ?? other
  if (one.kind === 'allowed' && other.kind === 'allowed') return { kind: 'allowed', permission: null }
  return { kind: 'depends' }
}

/** What becomes of the request where this permission is the one that applies. */
function outcomeOf(permission: Permission, foreseen: ForeseenRequest): ForeseenAccess {
  const unapplied = foreseen.reach.refuse(permission, foreseen.request.exchange)
  if (unapplied) return { kind: 'refused', code: unapplied.code, permission }
  const open = watchOpenVariables(foreseen)
  const filled = interpolateRules(permission.rules ?? {}, open.variables)
  if (filled.kind !== 'refuse') return { kind: 'allowed', permission }
  return open.hasRead() ? { kind: 'depends' } : { kind: 'refused', code: filled.code, permission }
}

/** The variables of a request whose open ones have no value, and a note of whether one was asked for. */
function watchOpenVariables({ request: { exchange }, variables: known, isUserOpen = false }: ForeseenRequest) {
  let hasRead = false
  const open = <T>(value: T): T => {
    hasRead = true
    return value
  }
  const { method, path, remoteAddress, user } = exchange
  const { user: ownUser, now, randomHex } = known
  const variables: RuleVariables = {
    now,
    randomHex,
    get user() {
      return isUserOpen ? open(undefined) : ownUser
    },
    request: {
      method,
      path,
      remoteAddress,
      user,
      get queryString() {
        return open('')
      },
      get protocol() {
        return open('')
      },
    },
    query: { getAll: () => open([]) },
    get filter() {
      return open(undefined)
    },
    requestBody: () => open(undefined),
  }
  return { variables, hasRead: () => hasRead }
}
