import {
  type Acl,
  compilePermissions,
  type ForeseenAccess,
  findPermission,
  type LiveAcl,
  type Permission,
  type RuleReach,
  withPermissions,
} from '@sluice/access'
import {
  ASKED_METHODS,
  type PermissionCheck,
  type PermissionVerdict,
  permissionCheck,
  permissionVerdict,
  type Refusal,
  refuseFields,
} from '@sluice/contracts'
import { isDocument, parseDocumentJson } from '@sluice/documents'
import { likelyRequests } from '@sluice/predicate'
import { type Operation, ok, parseBody } from '@sluice/service-kit'
import { ObjectId } from 'bson'
import { canonicalTarget } from '../domain/canonical-target.ts'
import type { GatewayTiering } from '../domain/route-target.ts'
import type { UserCache } from '../sign-in/user-cache.ts'
import { judgeDraft } from './draft-acl.ts'
import { foreseeCaller, type SupposedCall, supposedPrincipal, toAccessAnswer } from './foresee-caller.ts'

type Dependencies = {
  acl: LiveAcl
  reach: RuleReach
  tiering: GatewayTiering
  users: Pick<UserCache, 'get'>
  now(): number
}

/** `POST /acl/check`: what saving a permission would say, and whom it would let in or shut out. Nothing is saved. */
export const checkPermission = (dependencies: Dependencies): Operation => ({
  id: 'checkPermission',
  tag: 'permissions',
  summary: 'Check a permission without saving it, and what it would change',
  body: permissionCheck,
  answers: { 200: permissionVerdict },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'UNAVAILABLE'],
  examples: {
    body: {
      permission: { _id: 'crew-reads', roles: ['crew'], predicate: "path('/routes') and method(GET)", priority: 5 },
      questions: [{ roles: ['crew'], method: 'GET', path: '/routes' }],
    },
    answers: {
      200: {
        valid: true,
        errors: [],
        warnings: [],
        effects: [
          {
            roles: ['crew'],
            method: 'GET',
            path: '/routes',
            before: { allowed: false, depends: false, code: 'FORBIDDEN', permission: null },
            after: { allowed: true, depends: false, code: null, permission: 'crew-reads' },
          },
        ],
        shadows: [],
        shadowedBy: [],
      },
    },
  },
  async handle(request) {
    const asked = parseBody(permissionCheck, request)
    // Read once more, as the data service reads a permission: with the types of Extended JSON.
    const read = parseDocumentJson(request.rawBody)
    if (read.kind === 'refuse') return read
    const document = withId(isDocument(read.value) ? read.value.permission : undefined)
    const current = dependencies.acl.current()
    const judged = judgeDraft(document, { current, reach: dependencies.reach })
    if (judged.kind === 'unfit') return ok({ ...NOTHING, valid: false, errors: judged.faults })
    const { permission, warnings } = judged
    const acls = { before: current, after: withPermissions(current, [permission]), alone: onlyOf(document) }
    const calls = await callsOf(asked.questions ?? likelyQuestions(permission, current), dependencies)
    if (calls.kind === 'refuse') return calls
    return ok({ ...NOTHING, valid: true, warnings, ...effectsOf(calls.calls, { acls, permission }, dependencies) })
  },
})

const NOTHING: Omit<PermissionVerdict, 'valid'> = { errors: [], warnings: [], effects: [], shadows: [], shadowedBy: [] }

/** A new permission gets its id when it is saved. */
const withId = (document: unknown): unknown =>
  isDocument(document) && document._id === undefined ? { ...document, _id: new ObjectId() } : document

const onlyOf = (document: unknown): Acl => compilePermissions([document]).acl

type PermissionQuestion = NonNullable<PermissionCheck['questions']>[number]

const MAX_QUESTIONS = 50
const MAX_ROLES = 10

/** What the predicate names, before and after, asked for each role that is won or lost. */
function likelyQuestions(permission: Permission, current: Acl): PermissionQuestion[] {
  const versions = [permission, findPermission(current, permission.id)].filter(one => one !== undefined)
  const roles = [...new Set(versions.flatMap(one => one.roles))].slice(0, MAX_ROLES)
  const requests = versions.flatMap(({ predicate }) => likelyRequests(predicate))
  const lines = new Map(requests.map(({ method = 'GET', path }) => [`${method} ${path}`, { method, path }]))
  const questions = [...lines.values()].flatMap(({ method, path }) => {
    const encoded = path.split('/').map(encodeURIComponent).join('/')
    // What holds of GET holds of HEAD.
    if (method === 'HEAD' || !isMethod(method) || canonicalTarget(encoded).kind === 'refuse') return []
    return roles.map(role => ({ roles: [role], method, path: encoded }))
  })
  return questions.slice(0, MAX_QUESTIONS)
}

const isMethod = (text: string): text is PermissionQuestion['method'] => ASKED_METHODS.some(method => method === text)

type AskedCall = { question: PermissionQuestion; call: SupposedCall }

/** Finds who would ask what, with the users as they are stored. */
async function callsOf(
  questions: readonly PermissionQuestion[],
  { users }: Dependencies,
): Promise<{ kind: 'calls'; calls: AskedCall[] } | Refusal> {
  const calls: AskedCall[] = []
  for (const [index, question] of questions.entries()) {
    const target = canonicalTarget(question.path)
    if (target.kind === 'refuse') return refuseAt(index, 'path', target.detail)
    const user = question.user === undefined ? undefined : await users.get(question.user)
    if (user === 'missing') return refuseAt(index, 'user', 'There is no user of this name.')
    const principal = supposedPrincipal(question.roles, user)
    const caller = { principal, document: user?.document, isUserOpen: user === undefined && principal.id !== null }
    calls.push({ question, call: { caller, method: question.method, target } })
  }
  return { kind: 'calls', calls }
}

const refuseAt = (index: number, field: string, message: string): Refusal =>
  refuseFields([{ path: `questions.${index}.${field}`, message }])

type CheckedChange = { acls: Readonly<Record<'before' | 'after' | 'alone', Acl>>; permission: Permission }

function effectsOf(
  calls: readonly AskedCall[],
  { acls, permission: { id } }: CheckedChange,
  dependencies: Dependencies,
): Pick<PermissionVerdict, 'effects' | 'shadows' | 'shadowedBy'> {
  const shadows = new Set<string>()
  const shadowedBy = new Set<string>()
  const effects = calls.map(({ question, call }) => {
    const foresee = (acl: Acl) => foreseeCaller(acl, call, dependencies)
    const [before, after] = [foresee(acls.before), foresee(acls.after)]
    const [first, then] = [idOf(before), idOf(after)]
    if (then === id && first !== undefined && first !== id) shadows.add(first)
    if (then !== undefined && then !== id && idOf(foresee(acls.alone)) === id) shadowedBy.add(then)
    return { ...question, before: toAccessAnswer(before), after: toAccessAnswer(after) }
  })
  return { effects, shadows: [...shadows], shadowedBy: [...shadowedBy] }
}

/** The permission that applies for certain. */
const idOf = (foreseen: ForeseenAccess): string | undefined =>
  foreseen.kind === 'depends' ? undefined : foreseen.permission?.id
