import {
  type AccessQuestion,
  type AccessRequest,
  type Acl,
  explainAccess,
  type LiveAcl,
  needsCredentials,
  type RuleReach,
  supposedExchange,
} from '@sluice/access'
import { type AclQuestion, aclExplanation, aclQuestion, type ParsedJson, refuseFields } from '@sluice/contracts'
import { isDocument, parseDocumentJson } from '@sluice/documents'
import { bytes, type Operation, parseBody, type ServiceRequest } from '@sluice/service-kit'
import { EJSON } from 'bson'
import { bodyForm } from '../domain/body-form.ts'
import { type CanonicalTarget, canonicalTarget } from '../domain/canonical-target.ts'
import { type GatewayTiering, judgedAs, routeTarget } from '../domain/route-target.ts'
import { accessRequest, ruleVariables } from '../exchange/judge/access-question.ts'
import type { UserCache, UserRecord } from '../sign-in/user-cache.ts'
import { draftAcl } from './draft-acl.ts'
import { supposedPrincipal } from './foresee-caller.ts'

type Dependencies = {
  acl: LiveAcl
  reach: RuleReach
  tiering: GatewayTiering
  users: Pick<UserCache, 'get'>
  now(): number
}

/** `POST /acl/explain`: for owners, what the ACL says to a request that somebody could make, and why. */
export const explainAcl = (needs: Dependencies): Operation => ({
  id: 'explainAcl',
  tag: 'access',
  summary: 'Explain which permission applies to a request, and why',
  examples: { body: { user: 'ada', method: 'GET', path: '/routes' } },
  body: aclQuestion,
  answers: { 200: aclExplanation },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'BAD_PATH', 'UNAVAILABLE'],
  async handle(request) {
    const asked = parseBody(aclQuestion, request)
    const target = canonicalTarget(asked.query === '' ? asked.path : `${asked.path}?${asked.query}`)
    if (target.kind === 'refuse') return target
    const user = asked.user === undefined ? undefined : await needs.users.get(asked.user)
    if (user === 'missing') return refuseFields([{ path: 'user', message: 'There is no user of this name.' }])
    const body = bodyOf(request, { asked, target }, needs.tiering)
    if (body.kind === 'refuse') return body
    const drafted = draftAcl({ asked, rawBody: request.rawBody }, needs.acl.current(), needs.reach)
    if (drafted.kind === 'refuse') return drafted
    const question = questionOf({ ...needs, acl: drafted.acl }, { asked: { ...asked, body: body.value }, target, user })
    const explained = explainAccess(drafted.acl, question)
    // Dates as everywhere: {"$date": <epoch ms>}.
    return bytes(JSON.stringify(EJSON.serialize(explained, { legacy: true, relaxed: true })), 'application/json')
  },
})

/** The body as it would be seen if it came with the request; that of the question is read for it once more. */
function bodyOf(
  { rawBody }: Pick<ServiceRequest, 'rawBody'>,
  { asked, target }: Pick<AclCase, 'asked' | 'target'>,
  tiering: GatewayTiering,
): ParsedJson {
  const { segments } = target
  const form = bodyForm(routeTarget(segments, tiering), { method: asked.method, segments }, tiering)
  if (asked.body === undefined || form === 'json') return { kind: 'parsed', value: asked.body }
  const read = parseDocumentJson(rawBody)
  if (read.kind === 'refuse') return read
  return { kind: 'parsed', value: isDocument(read.value) ? read.value.body : undefined }
}

type AclCase = { asked: AclQuestion; target: CanonicalTarget; user: UserRecord | undefined }

function questionOf(
  { acl, tiering, reach, now }: Omit<Dependencies, 'acl'> & { acl: Acl },
  { asked, target: wanted, user }: AclCase,
): AccessQuestion {
  const principal = supposedPrincipal(asked.roles, user)
  const { service, access } = routeTarget(wanted.segments, tiering)
  const { method, target } = judgedAs({ method: asked.method, target: wanted }, access)
  const { path, query: queryString } = target
  const caller = { id: principal.id, document: user?.document }
  const isClosed = access !== 'open' && access !== 'anybody'
  const toAnonymous = () => (access === 'acl' ? needsCredentials(acl, request) : isClosed)
  const exchange = supposedExchange({ ...asked, method, path, queryString, caller, needsCredentials: toAnonymous })
  const request: AccessRequest = accessRequest({ exchange, principal, target, service }, tiering)
  return { access, reach, request, variables: ruleVariables(exchange, user?.document, now()) }
}
