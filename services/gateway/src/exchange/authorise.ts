import { randomBytes } from 'node:crypto'
import {
  type AccessRequest,
  interpolateRules,
  judge,
  type LiveAcl,
  needsRequestBody,
  type Permission,
} from '@sluice/access'
import { type Grant, type Refusal, refuse } from '@sluice/contracts'
import type { Exchange } from '@sluice/predicate'
import { EJSON } from 'bson'
import type { Target } from '../domain/canonical-target.ts'
import { requestTraits } from '../domain/request-traits.ts'
import type { Destination, Tiering } from '../domain/route-target.ts'
import type { Caller } from '../sign-in/sign-in.ts'
import type { Arrival } from './arrival.ts'
import { type HeldBody, holdBody, parseDocument } from './hold-body.ts'
import { judgedExchange } from './judged-exchange.ts'

/** A request that is let in: what the grant says of the permission, and the body where it had to be read. */
export type Admission = { kind: 'admitted'; permission: Grant['permission']; body: Buffer | undefined }

export type Inquiry = {
  arrival: Arrival
  target: Target
  destination: Destination
  /** The webhooks that led to the request. */
  chain: readonly string[]
  caller: Caller
}
type Needs = { acl: LiveAcl; tiering: Tiering; now(): number }
export type Authorise = (inquiry: Inquiry) => Admission | Refusal | Promise<Admission | Refusal>

const openToCaller: Admission = { kind: 'admitted', permission: null, body: undefined }

/**
 * Says whether a caller may make a request, by the one permission that applies. `/whoami` and `/keys` are open to every
 * signed-in caller: the keys service is told the permission, or that there is none, and decides.
 */
export function createAuthorise(needs: Needs): Authorise {
  return inquiry => {
    const { destination, caller } = inquiry
    const isAnonymous = caller.principal.id === null
    switch (destination.access) {
      case 'open':
        return openToCaller
      case 'signed-in':
        return isAnonymous ? refuseAnonymous() : openToCaller
      case 'keys':
        if (isAnonymous) return refuseAnonymous()
        return caller.principal.via === 'key' ? refuseKeyOnKeys() : findPermission(needs, inquiry)
      case 'acl':
        return askAcl(needs, inquiry)
      default:
        return destination.access satisfies never
    }
  }
}

const refuseAnonymous = () => refuse('UNAUTHENTICATED', 'Sign in with your user name and password.')
const refuseKeyOnKeys = () =>
  refuse('KEY_CANNOT_MANAGE_KEYS', 'Keys are issued, listed and revoked with a password. Sign in with yours.')

/** The root role needs a permission like everybody to issue keys: here it counts for nothing. */
async function findPermission(needs: Needs, inquiry: Inquiry): Promise<Admission | Refusal> {
  const caller = { ...inquiry.caller, isRoot: false }
  const admission = await askAcl(needs, { ...inquiry, caller })
  if (admission.kind === 'admitted' || admission.code !== 'FORBIDDEN') return admission
  return openToCaller
}

function askAcl(needs: Needs, inquiry: Inquiry): Admission | Refusal | Promise<Admission | Refusal> {
  const { arrival, target, caller } = inquiry
  let held: HeldBody | undefined
  const exchange = judgedExchange({ arrival, target, caller, bodyValue: () => held?.value })
  const request = accessRequest(needs, inquiry, exchange)
  const acl = needs.acl.current()
  if (!hasBody(arrival) || !needsRequestBody(acl, request)) return decide(needs, { ...inquiry, request, held })
  return holdBody(arrival.request).then(body => {
    if (body.kind === 'refuse') return body
    held = body
    return decide(needs, { ...inquiry, request, held })
  })
}

function accessRequest({ tiering }: Needs, inquiry: Inquiry, exchange: Exchange): AccessRequest {
  const { arrival, target, destination, caller } = inquiry
  const { id, roles } = caller.principal
  const request: AccessRequest = { exchange, principal: { id, roles, isRoot: caller.isRoot } }
  if (destination.service !== 'data') return request
  const traits = requestTraits({ ...target, method: arrival.method }, tiering)
  return {
    ...request,
    managementRequest: traits.isManagement,
    bulkPatch: traits.isBulkPatch,
    bulkDelete: traits.isBulkDelete,
    writeMode: traits.hasWriteMode,
  }
}

type Case = Inquiry & { request: AccessRequest; held: HeldBody | undefined }

function decide(needs: Needs, { request, held, ...inquiry }: Case): Admission | Refusal {
  const judgement = judge(needs.acl.current(), request)
  if (judgement.kind === 'refused') return refuse(judgement.code, judgement.detail)
  const { permission } = judgement
  const body = held?.bytes
  if (!permission) return { kind: 'admitted', permission: null, body }
  const rules = fillRules(permission, { ...inquiry, held, now: needs.now() })
  if (rules.kind === 'refuse') return rules
  const { id, apiKeys = null } = permission
  return { kind: 'admitted', permission: { id, rules: rules.text, apiKeys }, body }
}

/** Texts of rules without variables: they are the same for every request. */
const fixedTexts = new WeakMap<Permission, string>()

type Filling = Inquiry & { held: HeldBody | undefined; now: number }

function fillRules(permission: Permission, filling: Filling): { kind: 'text'; text: string | null } | Refusal {
  if (!permission.rules) return { kind: 'text', text: null }
  const fixed = fixedTexts.get(permission)
  if (fixed !== undefined) return { kind: 'text', text: fixed }
  const query = new URLSearchParams(filling.target.query)
  const filter = query.get('filter')
  const filled = interpolateRules(permission.rules, {
    user: filling.caller.user?.document,
    now: new Date(filling.now),
    query,
    filter: filter === null ? undefined : parseDocument(filter),
    requestBody: () => filling.held?.value,
    randomHex: bits =>
      randomBytes(Math.ceil(bits / 8))
        .toString('hex')
        .slice(0, bits / 4),
  })
  if (filled.kind === 'refuse') return filled
  const text = EJSON.stringify(filled.rules, { relaxed: false, ignoreUndefined: true })
  if (!JSON.stringify(permission.rules).includes('"@')) fixedTexts.set(permission, text)
  return { kind: 'text', text }
}

/** Whether a request has a body at all. */
export const hasBody = ({ headers }: Arrival): boolean =>
  headers.get('transfer-encoding') !== undefined || Number(headers.get('content-length') ?? 0) > 0
