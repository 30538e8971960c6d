import type { AclExplanation, Refusal } from '@sluice/contracts'
import { explainPredicate } from '@sluice/predicate'
import { type Acl, permissionsOf } from './acl.ts'
import type { Permission } from './check-permission.ts'
import { interpolateRules, type RuleVariables } from './interpolate-rules.ts'
import { type AccessJudgement, type AccessRequest, effectiveRoles, judge, lackingFlag } from './judge.ts'
import type { RuleReach } from './reach/rule-reach.ts'

/** Explanations of more permissions than these are not made: they cost time, and nobody reads them. */
const MAX_CONSIDERED = 500

/** A request that somebody asks about, and where the values of its variables come from. */
export type AccessQuestion = {
  request: AccessRequest
  variables: RuleVariables
  /** The routes on which each rule is applied. */
  reach: RuleReach
  /**
   * Says who is let in: as the ACL says, or everybody, or all who are signed in; `keys` is open to those too, and the
   * permission, which the root role needs as well, says whether they can issue.
   */
  access: 'acl' | 'open' | 'anybody' | 'signed-in' | 'keys'
}

/**
 * Says which permission applies to a request, why each of the caller's others does not, and what its filters become
 * (docs/reference/permissions.md#why). The same answer as `judge` and `interpolateRules` give to the real request.
 */
export function explainAccess(acl: Acl, question: AccessQuestion): AclExplanation {
  const { request, access } = question
  const { principal } = request
  if (access === 'open' || access === 'anybody')
    return unjudged(true, 'This path is open to everyone; no permission is asked for.')
  if (access === 'signed-in') return explainSignedIn(principal.id !== null)
  if (access === 'keys') return explainKeys(acl, question)
  if (principal.id !== null && principal.isRoot) return unjudged(true, 'The root role needs no permission.')
  const judgement = judge(acl, request)
  return { ...applied(judgement, question), ...considered(acl, { request, judgement }) }
}

/** Listing and revoking one's own keys needs no permission; issuing needs the `apiKeys` block of one. */
function explainKeys(acl: Acl, { request, variables, reach }: AccessQuestion): AclExplanation {
  if (request.principal.id === null) return explainSignedIn(false)
  const asked = { ...request, principal: { ...request.principal, isRoot: false } }
  const judged = explainAccess(acl, { request: asked, variables, reach, access: 'acl' })
  const reason = `This path is open to everyone who has signed in. ${issuingBy(judged)}`
  return { ...judged, ...NO_RULES, allowed: true, code: null, reason }
}

function issuingBy({ permission, allowed, reason }: AclExplanation): string {
  if (!permission) return 'No permission reaches it, so no key can be issued.'
  if (!allowed) return `"${permission}" does not let the issue in, so that no key can be issued. ${reason}`
  return `Whether keys can be issued is said by the apiKeys block of "${permission}".`
}

const NO_RULES = { readFilter: null, writeFilter: null, projectResponse: null, mergeRequest: null, unbound: [] }

function unjudged(allowed: boolean, reason: string): AclExplanation {
  const code = allowed ? null : 'UNAUTHENTICATED'
  return { allowed, code, permission: null, reason, ...NO_RULES, considered: [], notShown: 0 }
}

function explainSignedIn(isSignedIn: boolean): AclExplanation {
  const who = 'This path is open to everyone who has signed in'
  return unjudged(isSignedIn, isSignedIn ? `${who}; no permission is asked for.` : `${who}, and to nobody else.`)
}

type VerdictExplanation = Omit<AclExplanation, 'considered' | 'notShown'>

function applied(judgement: AccessJudgement, { request, variables, reach }: AccessQuestion): VerdictExplanation {
  if (judgement.kind === 'refused') {
    return { allowed: false, code: judgement.code, permission: null, reason: judgement.detail, ...NO_RULES }
  }
  const { permission } = judgement
  if (!permission) return unjudged(true, '')
  const reason = `"${permission.id}" applies: of the caller's permissions that match it has the highest priority.`
  const filled = interpolateRules(permission.rules ?? {}, variables)
  if (filled.kind === 'refuse') return refusedBy(permission, filled)
  const unapplied = reach.refuse(permission, request.exchange)
  if (unapplied) return refusedBy(permission, unapplied)
  const { readFilter = null, writeFilter = null, projectResponse = null, mergeRequest = null } = filled.rules
  const unbound = (['readFilter', 'writeFilter', 'mergeRequest'] as const).flatMap(rule => {
    const names = [...new Set(filled.unbound[rule])]
    return names.length > 0 ? [{ rule, variables: names }] : []
  })
  const rules = { readFilter, writeFilter, projectResponse, mergeRequest, unbound }
  return { allowed: true, code: null, permission: permission.id, reason, ...rules }
}

const refusedBy = ({ id: permission }: Permission, { code, detail: reason }: Refusal): VerdictExplanation => ({
  allowed: false,
  code,
  permission,
  reason,
  ...NO_RULES,
})

type ConsideredPermission = AclExplanation['considered'][number]
type RequestJudgement = { request: AccessRequest; judgement: AccessJudgement }

/** The caller's permissions in the order in which they apply; the one that applies is among them in any case. */
function considered(acl: Acl, verdict: RequestJudgement): Pick<AclExplanation, 'considered' | 'notShown'> {
  const winner = winnerOf(verdict)
  const all = permissionsOf(acl, effectiveRoles(verdict.request))
  const shown = all.filter(({ id }, place) => place < MAX_CONSIDERED || id === winner?.id)
  return { considered: shown.map(one => consider(one, verdict)), notShown: all.length - shown.length }
}

const winnerOf = ({ judgement }: RequestJudgement) => (judgement.kind === 'allowed' ? judgement.permission : null)

function consider(permission: Permission, verdict: RequestJudgement): ConsideredPermission {
  const { id, priority, predicate } = permission
  const explanation = explainPredicate(predicate, verdict.request.exchange)
  const flag = lackingFlag(permission, verdict.request)
  const matched = explanation.result === true && !flag
  const why = matched ? whyNotApplied(permission, verdict) : whyNotMatched(explanation, flag)
  return { _id: id, priority, matched, why, explanation }
}

function whyNotMatched(explanation: ConsideredPermission['explanation'], flag: ReturnType<typeof lackingFlag>): string {
  if (explanation.result === true && flag) {
    return `Its predicate holds, but it does not cover ${flag[2]}: mongo.${flag[1]} is not true.`
  }
  return explanation.result === 'unknown' ? `${explanation.reason}; unknown counts as false` : explanation.reason
}

function whyNotApplied({ id }: Permission, verdict: RequestJudgement): string {
  const winner = winnerOf(verdict)
  if (!winner || winner.id === id) return 'It applies.'
  return `It matches too, but "${winner.id}" comes first.`
}
