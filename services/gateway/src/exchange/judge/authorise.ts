import {
  type AccessRequest,
  interpolateRules,
  judge,
  type LiveAcl,
  mayAdmitAnonymous,
  needsRequestBody,
  type Permission,
  type RuleVariables,
} from '@sluice/access'
import { type Grant, type Refusal, refuse } from '@sluice/contracts'
import { EJSON } from 'bson'
import { bodyForm } from '../../domain/body-form.ts'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { type GatewayTiering, judgedAs, type RequestDestination } from '../../domain/route-target.ts'
import { anonymous, type RequestCaller } from '../../sign-in/sign-in.ts'
import { type Arrival, hasBody } from '../arrive/arrival.ts'
import { type HeldBody, holdBody } from '../arrive/hold-body.ts'
import { readHeldBody } from '../arrive/read-held-body.ts'
import { accessRequest, ruleVariables } from './access-question.ts'
import { arrivingExchange } from './arriving-exchange.ts'

/** A request that is let in: what the grant says of the permission, and the body where it had to be read. */
export type RequestAdmission = {
  kind: 'admitted'
  permission: Grant['permission']
  /** The same as the ACL has it, its rules not filled. */
  source?: Permission
  /** What `@now` was in its rules: epoch ms. */
  judgedAt?: number
  body: Buffer | undefined
}

export type Inquiry = {
  arrival: Arrival
  target: CanonicalTarget
  destination: RequestDestination
  /** The webhooks that led to the request. */
  chain: readonly string[]
  caller: RequestCaller
  /** Given where a request is judged again: as of the time when it was made, and by the body that was read then. */
  before?: RequestAdmission
}
type Dependencies = { acl: LiveAcl; tiering: GatewayTiering; now(): number }
export type Authorise = (inquiry: Inquiry) => RequestAdmission | Refusal | Promise<RequestAdmission | Refusal>

const openToCaller: RequestAdmission = { kind: 'admitted', permission: null, body: undefined }

/**
 * Says whether a caller may make a request, by the one permission that applies. `/whoami` and `/keys` are open to every
 * signed-in caller: the keys service is told the permission, or that there is none, and decides.
 */
export function createAuthorise(needs: Dependencies): Authorise {
  return inquiry => {
    const { destination, caller } = inquiry
    const isAnonymous = caller.principal.id === null
    switch (destination.access) {
      case 'open':
      case 'anybody':
        return openToCaller
      case 'signed-in':
        return isAnonymous ? refuseAnonymous() : openToCaller
      case 'keys':
        if (isAnonymous) return refuseAnonymous()
        return caller.principal.via === 'key' ? refuseKeyOnKeys() : findPermission(needs, inquiry)
      case 'acl':
        return askAcl(needs, destination.service === 'mcp' ? asCall(inquiry) : inquiry)
      default:
        return destination.access satisfies never
    }
  }
}

const refuseAnonymous = () => refuse('UNAUTHENTICATED', 'Sign in with your user name and password.')
const refuseKeyOnKeys = () =>
  refuse('KEY_CANNOT_MANAGE_KEYS', 'Keys are issued, listed and revoked with a password. Sign in with yours.')

/** Whoever may call a tool is told by the service that there is nothing else. */
const asCall = (inquiry: Inquiry): Inquiry => ({ ...inquiry, arrival: { ...inquiry.arrival, method: 'POST' } })

/** The root role needs a permission like everybody to issue keys: here it counts for nothing. */
async function findPermission(needs: Dependencies, inquiry: Inquiry): Promise<RequestAdmission | Refusal> {
  const { arrival, target } = inquiry
  const caller = { ...inquiry.caller, isRoot: false }
  const asked = judgedAs({ method: arrival.method, target }, 'keys')
  const about = { ...inquiry, caller, arrival: { ...arrival, method: asked.method }, target: asked.target }
  const admission = await askAcl(needs, about)
  if (admission.kind === 'admitted' || admission.code !== 'FORBIDDEN') return admission
  return openToCaller
}

function askAcl(
  needs: Dependencies,
  inquiry: Inquiry,
): RequestAdmission | Refusal | Promise<RequestAdmission | Refusal> {
  const { arrival, caller } = inquiry
  let seen: unknown
  const exchange = arrivingExchange({
    ...inquiry,
    bodyValue: () => seen,
    needsCredentials: () => needsCredentials(needs, inquiry),
  })
  const principal = { id: caller.principal.id, roles: caller.principal.roles, isRoot: caller.isRoot }
  const request = askFor(needs, inquiry, { exchange, principal })
  const acl = needs.acl.current()
  if (!hasBody(arrival) || !needsRequestBody(acl, request))
    return decide(needs, { ...inquiry, request, held: undefined })
  return bodyOf(inquiry).then(held => {
    if (held.kind === 'refuse') return held
    const { segments } = inquiry.target
    const form = bodyForm(inquiry.destination, { method: arrival.method, segments }, needs.tiering)
    const read = readHeldBody(held.bytes, form, arrival.headers)
    if (read.kind === 'refuse') return read
    seen = read.value
    return decide(needs, { ...inquiry, request, held })
  })
}

export const refuseForChange = () =>
  refuse('UNAVAILABLE', 'What you may do was changed while the body of the request came. Send it again.')

/** One that goes by unread can't be looked into any more. */
async function bodyOf({ arrival, before }: Inquiry): Promise<HeldBody | Refusal> {
  if (!before) return holdBody(arrival)
  return before.body ? { kind: 'held', bytes: before.body } : refuseForChange()
}

const askFor = (
  { tiering }: Pick<Dependencies, 'tiering'>,
  { target, destination }: Inquiry,
  asked: Pick<AccessRequest, 'exchange' | 'principal'>,
): AccessRequest => accessRequest({ ...asked, target, service: destination.service }, tiering)

const nobody: AccessRequest['principal'] = { id: null, roles: [], isRoot: false }

/** Whether an anonymous caller would be refused; undefined where that depends on the body. */
export function needsCredentials(needs: Pick<Dependencies, 'acl' | 'tiering'>, inquiry: Inquiry): boolean | undefined {
  const { access } = inquiry.destination
  if (access !== 'acl') return access !== 'open' && access !== 'anybody'
  const acl = needs.acl.current()
  if (!mayAdmitAnonymous(acl)) return true
  const exchange = arrivingExchange({ ...inquiry, caller: anonymous, bodyValue: () => undefined })
  const request = askFor(needs, inquiry, { exchange, principal: nobody })
  if (hasBody(inquiry.arrival) && needsRequestBody(acl, request)) return undefined
  return judge(acl, request).kind === 'refused'
}

type AuthorisationCase = Inquiry & { request: AccessRequest; held: HeldBody | undefined }

function decide(
  needs: Dependencies,
  { request, held, caller, destination, before }: AuthorisationCase,
): RequestAdmission | Refusal {
  const judgement = judge(needs.acl.current(), request)
  if (judgement.kind === 'refused') return refuse(judgement.code, judgement.detail)
  const { permission } = judgement
  const body = held?.bytes
  const judgedAt = before?.judgedAt ?? needs.now()
  if (!permission) return { kind: 'admitted', permission: null, body }
  const rules = fillRules(permission, () => ruleVariables(request.exchange, caller.user?.document, judgedAt))
  if (rules.kind === 'refuse') return rules
  const granted = { id: permission.id, rules: rules.text, ...policiesOf(permission, destination) }
  return { kind: 'admitted', permission: granted, source: permission, judgedAt, body }
}

/** What a service is told of a permission besides its rules; the block for assistants concerns one alone. */
function policiesOf({ apiKeys, keyRules, mcp }: Permission, { service }: Inquiry['destination']) {
  const ofMcp = mcp && service === 'mcp' ? { mcp } : {}
  return { apiKeys: apiKeys ?? null, ...(apiKeys && keyRules && { keyRules }), ...ofMcp }
}

/** Texts of rules without variables: they are the same for every request. Null: the rules have some. */
const fixedTexts = new WeakMap<Permission, string | null>()

type ReadFilterText = { kind: 'text'; text: string | null } | Refusal

function fillRules(permission: Permission, variables: () => RuleVariables): ReadFilterText {
  const { rules } = permission
  if (!rules) return { kind: 'text', text: null }
  const fixed = fixedTexts.get(permission)
  if (typeof fixed === 'string') return { kind: 'text', text: fixed }
  const filled = interpolateRules(rules, variables())
  if (filled.kind === 'refuse') return filled
  const text = EJSON.stringify(filled.rules, { relaxed: false, ignoreUndefined: true })
  if (fixed === undefined) fixedTexts.set(permission, JSON.stringify(rules).includes('"@') ? null : text)
  return { kind: 'text', text }
}
