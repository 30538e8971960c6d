import {
  type AccessRequest,
  type Acl,
  type ForeseenAccess,
  foreseeAccess,
  foreseeCredentials,
  type RuleReach,
  supposedExchange,
} from '@sluice/access'
import { ANONYMOUS_ROLE, type OwnAccessAnswer, ROOT_ROLE } from '@sluice/contracts'
import type { CanonicalTarget } from '../domain/canonical-target.ts'
import {
  asksForSecret,
  type GatewayTiering,
  judgedAs,
  type RequestDestination,
  routeTarget,
} from '../domain/route-target.ts'
import { accessRequest, randomHex } from '../exchange/judge/access-question.ts'
import type { UserRecord } from '../sign-in/user-cache.ts'

/** Somebody who could make a request. */
type SupposedCaller = {
  principal: AccessRequest['principal']
  document: Readonly<Record<string, unknown>> | undefined
  clientAddress?: string | undefined
  /** Nothing but the roles is known: what rules make of his properties can't be told. */
  isUserOpen?: boolean
}

export type SupposedCall = { caller: SupposedCaller; method: string; target: CanonicalTarget }

type Foreseeing = { reach: RuleReach; tiering: GatewayTiering; now(): number }

const OPEN: ForeseenAccess = { kind: 'allowed', permission: null }

/** What the gateway would say to a caller, and the keys service where that one decides about him. */
export function foreseeCaller(acl: Acl, call: SupposedCall, foreseeing: Foreseeing): ForeseenAccess {
  const destination = routeTarget(call.target.segments, foreseeing.tiering)
  switch (destination.access) {
    case 'open':
    case 'anybody':
    case 'signed-in':
      return OPEN
    case 'keys':
      return foreseeOwnKeys(acl, { call, destination }, foreseeing)
    case 'acl':
      return askAcl(acl, { call, destination }, foreseeing)
    default:
      return destination.access satisfies never
  }
}

type DestinedCall = { call: SupposedCall; destination: RequestDestination }

/**
 * A caller who has signed in sees to his own keys. For a secret his permission needs an `apiKeys` block, even with the
 * root role.
 */
function foreseeOwnKeys(acl: Acl, { call, destination }: DestinedCall, foreseeing: Foreseeing): ForeseenAccess {
  if (!asksForSecret(call)) return OPEN
  const caller = { ...call.caller, principal: { ...call.caller.principal, isRoot: false } }
  const issue = judgedAs({ method: call.method, target: call.target }, 'keys')
  const foreseen = askAcl(acl, { call: { ...issue, caller }, destination }, foreseeing)
  if (foreseen.kind === 'depends' || foreseen.permission?.apiKeys) return foreseen
  // One of several permissions may be one with such a block, and another one without.
  const isOneOfSeveral = foreseen.kind === 'allowed' && foreseen.permission === null
  return isOneOfSeveral ? { kind: 'depends' } : refusedAs('KEYS_PERMISSION_MISSING')
}

export const refusedAs = (code: Extract<ForeseenAccess, { kind: 'refused' }>['code']): ForeseenAccess => ({
  kind: 'refused',
  code,
  permission: null,
})

function askAcl(
  acl: Acl,
  { call: { caller, method, target }, destination: { service, access } }: DestinedCall,
  { reach, tiering, now }: Foreseeing,
): ForeseenAccess {
  const { principal, document, clientAddress, isUserOpen = false } = caller
  const exchange = supposedExchange({
    method,
    path: target.path,
    queryString: '',
    headers: {},
    remoteAddress: clientAddress,
    caller: { id: principal.id, document },
    needsCredentials: () => (access === 'acl' ? foreseeCredentials(acl, request) : true),
  })
  const request = accessRequest({ exchange, principal, target, service }, tiering)
  const variables = { user: document, now: new Date(now()), randomHex }
  return foreseeAccess(acl, { request, variables, isUserOpen, reach })
}

/** Roles without a user are those of somebody who is signed in, unless they say that nobody is. */
export function supposedPrincipal(
  roles: readonly string[] = [],
  user: UserRecord | undefined,
): AccessRequest['principal'] {
  const own = user?.roles ?? roles
  const isAnonymous = !user && own.length === 1 && own[0] === ANONYMOUS_ROLE
  return { id: user?.id ?? (isAnonymous ? null : ''), roles: own, isRoot: own.some(role => role === ROOT_ROLE) }
}

/** How an answer tells it. */
export function toAccessAnswer(foreseen: ForeseenAccess): OwnAccessAnswer {
  if (foreseen.kind === 'depends') return { allowed: false, depends: true, code: null, permission: null }
  const permission = foreseen.permission?.id ?? null
  if (foreseen.kind === 'refused') return { allowed: false, depends: false, code: foreseen.code, permission }
  return { allowed: true, depends: false, code: null, permission }
}
