import { displayNameFault, type Refusal, roleName } from '@sluice/contracts'
import {
  type Answer,
  created,
  type Logger,
  type Operation,
  occasionOf,
  onlyOnce,
  parseBody,
  type Repeats,
  type ServiceRequest,
} from '@sluice/service-kit'
import { z } from 'zod'
import { decideIssue, openIssuing, type ServiceLimits } from '../domain/decide-issue.ts'
import { newKey } from '../domain/new-key.ts'
import { refuseFull } from '../domain/refuse-full.ts'
import { RULES_OF_OWN_KEYS, requireHolder } from '../domain/require-holder.ts'
import type { AuditTrail } from '../ports/audit-trail.ts'
import type { KeyStore } from '../ports/key-store.ts'
import type { MintKey } from '../ports/mint-key.ts'
import { issuedKeyAnswer, withoutHash } from './key-answer.ts'
import { noteRefusal } from './note-refusal.ts'

const NAME = { error: 'The name of the key has 1 to 100 characters.' }
const ROLES = { error: 'This is a list of role names, at most 100; leave it out for none.' }
const DAYS = { error: 'This is a whole number of days, 1 or more; leave it out for the default.' }
const OBJECT = { error: 'The body is a JSON object with a name.' }

const issueBody = z.object(
  {
    name: z
      .string(NAME)
      .min(1, NAME)
      .max(100, NAME)
      .superRefine((text, context) => {
        const message = displayNameFault(text)
        if (message) context.addIssue({ code: 'custom', message })
      }),
    roles: z
      .array(roleName, ROLES)
      .max(100, ROLES)
      .default([])
      .meta({ description: 'Within the apiKeys.roles of your permission.' }),
    expiresIn: z
      .int(DAYS)
      .min(1, DAYS)
      .optional()
      .meta({ description: 'Days. Default: 90, or the most that you can have when that is less.' }),
  },
  OBJECT,
)

export type IssueKey = {
  keyStore: KeyStore
  mintKey: MintKey
  limits: () => ServiceLimits
  capacity: number
  audit: AuditTrail
  now: () => Date
  logger: Logger
  repeats: Repeats
}

/** `POST /keys`: 201 with the record and, this once, its secret (docs/reference/keys.md#issue). */
export const issueKey = (dependencies: IssueKey): Operation =>
  onlyOnce(issueEachTime(dependencies), {
    repeats: dependencies.repeats,
    async replay(request, kept) {
      const answer = answerAgain(dependencies, request, keptAnswer.parse(kept))
      if (answer.kind === 'refuse') await noteRefusal(dependencies, request, answer)
      return answer
    },
  })

/** Sealed by `onlyOnce`, as it has the secret in it. */
const keptAnswer = z.object({ answer: z.string() })

const issueEachTime = (dependencies: IssueKey): Operation => ({
  id: 'issueKey',
  tag: 'keys',
  summary: 'Issue an API key that acts as you, with the given roles only',
  examples: { body: { name: 'nightly import', roles: ['crew'], expiresIn: 90 } },
  body: issueBody,
  answers: { 201: issuedKeyAnswer },
  appliedRules: RULES_OF_OWN_KEYS,
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'KEY_LIFETIME_TOO_LONG',
    'UNAUTHENTICATED',
    'KEY_CANNOT_MANAGE_KEYS',
    'KEYS_PLUGIN_DISABLED',
    'KEYS_PERMISSION_MISSING',
    'KEY_ROLES_NOT_ALLOWED',
    'KEY_LIMIT_REACHED',
    'KEY_CAPACITY_REACHED',
    'PAYLOAD_TOO_LARGE',
    'UNAVAILABLE',
    'OVERLOADED',
  ],
  async handle(request) {
    const answer = await issue(dependencies, request)
    if (answer.kind === 'refuse') await noteRefusal(dependencies, request, answer)
    return answer
  },
})

/** Judges who asks for which key, for a repeat too: whoever may issue none any more is told of none. */
function judgeIssue({ limits }: Pick<IssueKey, 'limits'>, request: ServiceRequest) {
  const { caller } = request
  const holder = requireHolder(caller.principal)
  if (holder.kind === 'refuse') return holder
  const gate = openIssuing(caller.permission, limits())
  if (gate.kind === 'refuse') return gate
  const { name, roles, expiresIn } = parseBody(issueBody, request)
  const decision = decideIssue({ roles, days: expiresIn }, gate.policy, limits())
  if (decision.kind === 'refuse') return decision
  const { keyRules } = gate
  const wanted = { user: holder.user, name, roles: decision.roles, days: decision.days, ...(keyRules && { keyRules }) }
  return { kind: 'wanted' as const, wanted, keysPerUser: decision.keysPerUser }
}

async function issue(dependencies: IssueKey, request: ServiceRequest): Promise<Answer | Refusal> {
  const { keyStore, mintKey, capacity, now, logger } = dependencies
  const judged = judgeIssue(dependencies, request)
  if (judged.kind === 'refuse') return judged
  const minted = mintKey()
  const record = newKey(minted, judged.wanted, now())
  const bounds = { keysPerUser: judged.keysPerUser, capacity }
  const json = { ...withoutHash(record), key: minted.secret.reveal() }
  const { claim, requestId } = request
  const outcome = await keyStore.insertBelowLimits(record, bounds, {
    occasion: occasionOf(request, record.createdAt),
    settle: claim && (inside => claim.settle(inside, { answer: JSON.stringify(json) })),
  })
  if (outcome !== 'inserted') return refuseFull(outcome, bounds)

  const { user, _id: keyId, hint, expiresAt } = record
  logger.info({ requestId, user, keyId, hint, roles: record.roles, expiresAt }, 'key.issued')
  return created(json, UNSTORED)
}

const UNSTORED = { 'cache-control': 'no-store' }

function answerAgain(
  dependencies: IssueKey,
  request: ServiceRequest,
  { answer }: z.infer<typeof keptAnswer>,
): Answer | Refusal {
  const judged = judgeIssue(dependencies, request)
  return judged.kind === 'refuse' ? judged : created(JSON.parse(answer), UNSTORED)
}
