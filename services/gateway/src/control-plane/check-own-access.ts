import {
  type ForeseenAccess,
  foreseeAccess,
  foreseeCredentials,
  type LiveAcl,
  type RuleReach,
  supposedExchange,
} from '@sluice/access'
import {
  type OwnAccessAnswer,
  ownAccessAnswers,
  ownAccessQuestions,
  type Refusal,
  refuseFields,
} from '@sluice/contracts'
import { type Operation, ok, parseBody, type ServiceRequest } from '@sluice/service-kit'
import { type CanonicalTarget, canonicalTarget } from '../domain/canonical-target.ts'
import {
  asksForSecret,
  type GatewayTiering,
  isForPeople,
  judgedAs,
  type RequestDestination,
  routeTarget,
} from '../domain/route-target.ts'
import { accessRequest, randomHex } from '../exchange/judge/access-question.ts'
import type { UserCache } from '../sign-in/user-cache.ts'

type Dependencies = {
  acl: LiveAcl
  reach: RuleReach
  tiering: GatewayTiering
  users: Pick<UserCache, 'get'>
  now(): number
}

/** `POST /whoami/may`: whether the caller may make some requests, as far as their methods and paths say it. */
export const checkOwnAccess = (dependencies: Dependencies): Operation => ({
  id: 'checkOwnAccess',
  tag: 'session',
  summary: 'Say which of some requests you may make',
  body: ownAccessQuestions,
  answers: { 200: ownAccessAnswers },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'UNAUTHENTICATED', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
  examples: {
    body: [{ method: 'GET', path: '/webhooks' }],
    answers: { 200: [{ allowed: true, depends: false, code: null, permission: 'crew-sees-webhooks' }] },
  },
  async handle(request) {
    const questions = parseBody(ownAccessQuestions, request)
    const targets = questions.map(({ method, path }) => ({ method, target: canonicalTarget(path) }))
    const user = await dependencies.users.get(request.caller.principal.id ?? '')
    const document = user === 'missing' ? undefined : user.document
    const answers: OwnAccessAnswer[] = []
    for (const [index, { method, target }] of targets.entries()) {
      if (target.kind === 'refuse') return refusePath(index, target)
      const foreseen = foreseeOwn(dependencies, { caller: request.caller, document, method, target })
      answers.push(toAnswer(foreseen))
    }
    return ok(answers)
  },
})

const refusePath = (index: number, { detail: message }: Refusal): Refusal =>
  refuseFields([{ path: `${index}.path`, message }])

type OwnRequest = {
  caller: ServiceRequest['caller']
  document: Readonly<Record<string, unknown>> | undefined
  method: string
  target: CanonicalTarget
}

const OPEN: ForeseenAccess = { kind: 'allowed', permission: null }
const refused = (code: Extract<ForeseenAccess, { kind: 'refused' }>['code']): ForeseenAccess => ({
  kind: 'refused',
  code,
  permission: null,
})

/** What the gateway would say, and the keys service where that one decides about the caller. */
function foreseeOwn(dependencies: Dependencies, own: OwnRequest): ForeseenAccess {
  const destination = routeTarget(own.target.segments, dependencies.tiering)
  const foreseen = foreseeUser(dependencies, own, destination)
  const isKey = own.caller.principal.via === 'key'
  return (isKey && refuseToKey(foreseen, own, destination)) || foreseen
}

function foreseeUser(dependencies: Dependencies, own: OwnRequest, destination: RequestDestination): ForeseenAccess {
  switch (destination.access) {
    case 'open':
    case 'anybody':
    case 'signed-in':
      return OPEN
    case 'keys':
      return foreseeOwnKeys(dependencies, own, destination)
    case 'acl':
      return askAcl(dependencies, own, destination)
    default:
      return destination.access satisfies never
  }
}

/** What no key may do, whatever permissions say: manage keys, and act as the person behind it. */
function refuseToKey(
  foreseen: ForeseenAccess,
  { target }: OwnRequest,
  { service, access }: RequestDestination,
): ForeseenAccess | undefined {
  if (access === 'signed-in') return isForPeople(target.segments) ? refused('FORBIDDEN') : undefined
  const isAsked = access === 'keys' || (access === 'acl' && foreseen.kind !== 'refused')
  return service === 'keys' && isAsked ? refused('KEY_CANNOT_MANAGE_KEYS') : undefined
}

/** Who has signed in sees to his own keys; a secret is had by whose permission has an `apiKeys` block, the root role too. */
function foreseeOwnKeys(dependencies: Dependencies, own: OwnRequest, destination: RequestDestination): ForeseenAccess {
  if (!asksForSecret(own)) return OPEN
  const caller = { ...own.caller, isRoot: false }
  const issue = judgedAs({ method: own.method, target: own.target }, 'keys')
  const foreseen = askAcl(dependencies, { ...own, ...issue, caller }, destination)
  if (foreseen.kind === 'depends' || foreseen.permission?.apiKeys) return foreseen
  // One of several permissions may be one with such a block, and another one without.
  const isOneOfSeveral = foreseen.kind === 'allowed' && foreseen.permission === null
  return isOneOfSeveral ? { kind: 'depends' } : refused('KEYS_PERMISSION_MISSING')
}

function askAcl(
  { acl, reach, tiering, now }: Dependencies,
  { caller, document, method, target }: OwnRequest,
  { service, access }: RequestDestination,
): ForeseenAccess {
  const { id, roles } = caller.principal
  const exchange = supposedExchange({
    method,
    path: target.path,
    queryString: '',
    headers: {},
    remoteAddress: caller.clientAddress,
    caller: { id, document },
    needsCredentials: () => (access === 'acl' ? foreseeCredentials(acl.current(), request) : true),
  })
  const principal = { id, roles, isRoot: caller.isRoot }
  const request = accessRequest({ exchange, principal, target, service }, tiering)
  const variables = { user: document, now: new Date(now()), randomHex }
  return foreseeAccess(acl.current(), { request, variables, reach })
}

function toAnswer(foreseen: ForeseenAccess): OwnAccessAnswer {
  if (foreseen.kind === 'depends') return { allowed: false, depends: true, code: null, permission: null }
  const permission = foreseen.permission?.id ?? null
  if (foreseen.kind === 'refused') return { allowed: false, depends: false, code: foreseen.code, permission }
  return { allowed: true, depends: false, code: null, permission }
}
