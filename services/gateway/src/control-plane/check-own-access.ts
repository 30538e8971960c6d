import type { ForeseenAccess, LiveAcl, RuleReach } from '@sluice/access'
import {
  type OwnAccessAnswer,
  ownAccessAnswers,
  ownAccessQuestions,
  type Refusal,
  refuseFields,
} from '@sluice/contracts'
import { type Operation, ok, parseBody } from '@sluice/service-kit'
import { canonicalTarget } from '../domain/canonical-target.ts'
import { type GatewayTiering, isForPeople, routeTarget } from '../domain/route-target.ts'
import type { UserCache } from '../sign-in/user-cache.ts'
import { foreseeCaller, refusedAs, type SupposedCall, toAccessAnswer } from './foresee-caller.ts'

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
    const { principal, isRoot, clientAddress } = request.caller
    const { id, roles, via } = principal
    const user = await dependencies.users.get(id ?? '')
    const document = user === 'missing' ? undefined : user.document
    const caller = { principal: { id, roles, isRoot }, document, clientAddress }
    const answers: OwnAccessAnswer[] = []
    for (const [index, { method, target }] of targets.entries()) {
      if (target.kind === 'refuse') return refusePath(index, target)
      const call = { caller, method, target }
      const foreseen = foreseeCaller(dependencies.acl.current(), call, dependencies)
      const refused = via === 'key' ? refuseToKey(foreseen, call, dependencies.tiering) : undefined
      answers.push(toAccessAnswer(refused ?? foreseen))
    }
    return ok(answers)
  },
})

const refusePath = (index: number, { detail: message }: Refusal): Refusal =>
  refuseFields([{ path: `${index}.path`, message }])

/** What no key may do, whatever permissions say: manage keys, and act as the person behind it. */
function refuseToKey(foreseen: ForeseenAccess, { target }: SupposedCall, tiering: GatewayTiering) {
  const { service, access } = routeTarget(target.segments, tiering)
  if (access === 'signed-in') return isForPeople(target.segments) ? refusedAs('FORBIDDEN') : undefined
  const isAsked = access === 'keys' || (access === 'acl' && foreseen.kind !== 'refused')
  return service === 'keys' && isAsked ? refusedAs('KEY_CANNOT_MANAGE_KEYS') : undefined
}
