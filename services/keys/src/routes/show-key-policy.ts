import { errorCode, type Refusal, roleName } from '@sluice/contracts'
import { type Operation, ok, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { issueTerms, openIssuing } from '../domain/decide-issue.ts'
import { refuseFull } from '../domain/refuse-full.ts'
import { RULES_OF_OWN_KEYS, requireHolder } from '../domain/require-holder.ts'
import type { IssueKey } from './issue-key.ts'

const policyAnswer = z
  .discriminatedUnion('canIssue', [
    z.object({
      canIssue: z.literal(true),
      permission: z.string().meta({ description: 'The one permission that applies to you on POST /keys.' }),
      roles: z.array(roleName).meta({ description: 'The only roles that a key of yours may carry.' }),
      maxExpiresInDays: z.int(),
      defaultExpiresInDays: z.int(),
      maxKeysPerUser: z.int(),
      keysLeft: z.int().meta({ description: 'How many more you can have beside those that work now.' }),
    }),
    z.object({
      canIssue: z.literal(false),
      code: errorCode.meta({ description: 'What POST /keys would be refused with.' }),
      detail: z.string(),
    }),
  ])
  .meta({
    id: 'KeyPolicy',
    examples: [
      {
        canIssue: true,
        permission: 'crew-has-keys',
        roles: ['crew'],
        maxExpiresInDays: 365,
        defaultExpiresInDays: 90,
        maxKeysPerUser: 10,
        keysLeft: 9,
      },
    ],
  })
type PolicyAnswer = z.infer<typeof policyAnswer>

type ShowPolicy = Pick<IssueKey, 'keyStore' | 'limits' | 'capacity' | 'now'>

/** `GET /keys/policy`: what the caller could issue now, or the reason why nothing. */
export const showKeyPolicy = (dependencies: ShowPolicy): Operation => ({
  id: 'showKeyPolicy',
  tag: 'keys',
  summary: 'Say what API keys you could issue now, or why you can not',
  answers: { 200: policyAnswer },
  appliedRules: RULES_OF_OWN_KEYS,
  errors: ['UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'UNAVAILABLE'],
  async handle({ caller }) {
    const holder = requireHolder(caller.principal)
    if (holder.kind === 'refuse') return holder
    const policy = await findPolicy(dependencies, { user: holder.user, permission: caller.permission })
    return ok(policy.kind === 'refuse' ? toAnswer(policy) : policy.policy)
  },
})

type PolicyQuestion = {
  user: Parameters<IssueKey['keyStore']['roomFor']>[0]
  permission: ServiceRequest['caller']['permission']
}

async function findPolicy(
  { keyStore, limits, capacity, now }: ShowPolicy,
  { user, permission }: PolicyQuestion,
): Promise<{ kind: 'policy'; policy: PolicyAnswer } | Refusal> {
  const gate = openIssuing(permission, limits())
  if (gate.kind === 'refuse') return gate
  const { maxDays, defaultDays, keysPerUser } = issueTerms(gate.policy, limits())
  const bounds = { keysPerUser, capacity }
  const room = await keyStore.roomFor(user, now(), bounds)
  if (typeof room === 'string') return refuseFull(room, bounds)
  const policy = {
    canIssue: true as const,
    permission: gate.permission,
    roles: gate.policy.roles,
    maxExpiresInDays: maxDays,
    defaultExpiresInDays: defaultDays,
    maxKeysPerUser: keysPerUser,
    keysLeft: room,
  }
  return { kind: 'policy', policy }
}

const toAnswer = ({ code, detail }: Refusal): PolicyAnswer => ({ canIssue: false, code, detail })
