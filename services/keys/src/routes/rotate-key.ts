import { keyId, type Refusal, refuse } from '@sluice/contracts'
import { created, type Operation, occasionOf, parseBody, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { openIssuing, refuseForeignRoles } from '../domain/decide-issue.ts'
import { graceEnd } from '../domain/new-key.ts'
import { RULES_OF_OWN_KEYS, requireHolder } from '../domain/require-holder.ts'
import type { IssueKey } from './issue-key.ts'
import { issuedKeyAnswer, withoutHash } from './key-answer.ts'
import { noteRefusal } from './note-refusal.ts'

/** 30 days. */
const MAX_GRACE_SECONDS = 2_592_000
const GRACE = { error: `This is a whole number of seconds, 0 to ${MAX_GRACE_SECONDS}.` }

const rotateBody = z.object(
  {
    graceSeconds: z
      .int(GRACE)
      .min(0, GRACE)
      .max(MAX_GRACE_SECONDS, GRACE)
      .meta({ description: 'For how long the old secret works on.' }),
  },
  { error: 'The body is a JSON object with graceSeconds.' },
)

type RotateKey = Pick<IssueKey, 'keyStore' | 'mintKey' | 'limits' | 'audit' | 'now' | 'logger'>

/** `POST /keys/<id>/rotate`: a new secret for a key that stays what it is; judged as a new key is, but for the limits. */
export const rotateKey = (dependencies: RotateKey): Operation => ({
  id: 'rotateKey',
  tag: 'keys',
  summary: 'Give one of your own API keys a new secret',
  examples: { body: { graceSeconds: 3600 } },
  body: rotateBody,
  answers: { 201: issuedKeyAnswer },
  appliedRules: RULES_OF_OWN_KEYS,
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'UNAUTHENTICATED',
    'KEY_CANNOT_MANAGE_KEYS',
    'KEYS_PLUGIN_DISABLED',
    'KEYS_PERMISSION_MISSING',
    'KEY_ROLES_NOT_ALLOWED',
    'NOT_FOUND',
    'CONFLICT',
    'PAYLOAD_TOO_LARGE',
    'UNAVAILABLE',
    'OVERLOADED',
  ],
  async handle(request) {
    const answer = await rotate(dependencies, request)
    if (answer.kind === 'refuse') await noteRefusal(dependencies, request, answer)
    return answer
  },
})

async function rotate({ keyStore, mintKey, limits, now, logger }: RotateKey, request: ServiceRequest) {
  const { caller, params, requestId } = request
  const holder = requireHolder(caller.principal)
  if (holder.kind === 'refuse') return holder
  const gate = openIssuing(caller.permission, limits())
  if (gate.kind === 'refuse') return gate
  const { graceSeconds } = parseBody(rotateBody, request)
  const id = keyId.safeParse(params.id)
  const key = id.success ? await keyStore.find(id.data, holder.user, now()) : undefined
  if (!key) return refuseUnknown()
  const refusal = refuseForeignRoles(key.roles, gate.policy)
  if (refusal) return refusal
  const { secret, hash, hint } = mintKey()
  const previousUntil = graceEnd(key, graceSeconds, now())
  const rotated = await keyStore.rotate(key, { hash, hint, previousUntil }, occasionOf(request, now()))
  if (!rotated) return refuse('CONFLICT', 'The key was rotated or revoked meanwhile. GET /keys shows what it is now.')
  logger.info({ requestId, user: holder.user, keyId: rotated._id, hint, previousUntil }, 'key.rotated')
  return created({ ...withoutHash(rotated), key: secret.reveal() }, { 'cache-control': 'no-store' })
}

const refuseUnknown = (): Refusal =>
  refuse('NOT_FOUND', 'You have no key with this id that works. GET /keys lists those that you have.')
