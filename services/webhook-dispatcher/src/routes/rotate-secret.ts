import { type Refusal, rotatedSecret, secretRotation, type WebhookRecord, webhookId } from '@sluice/contracts'
import {
  dryRunQuery,
  isDryRun,
  judgePreconditions,
  type Operation,
  occasionOf,
  ok,
  readPreconditions,
} from '@sluice/service-kit'
import { hearingAfter } from '../domain/occurrence/hearing.ts'
import { newSigningSecret, secretHint } from '../domain/request/sign-delivery.ts'
import type { OpenBlock } from '../domain/target/public-address.ts'
import { marksOf } from '../domain/webhook/next-version.ts'
import { graceEnd, rotateSecret as rotate } from '../domain/webhook/rotate-secret.ts'
import { checkWebhook, patchWebhook } from '../domain/webhook/webhook-document.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { WebhookPlace, WebhookStore, WebhookWrite } from '../ports/webhook-store.ts'
import {
  type PermittedWebhooks,
  permittedWebhooks,
  RULES_OF_WEBHOOKS,
  refuseUnseenSecret,
} from './permitted-webhooks.ts'
import { noSuchWebhook, parseSmallBody } from './webhook-answer.ts'

type RotateSecret = { webhooks: WebhookStore; live: LiveWebhooks; open: readonly OpenBlock[]; now: () => Date }

/** `POST /webhooks/<id>/secret`: a new signing secret, answered this once; the old one signs beside it for the grace. */
export const rotateSecret = (dependencies: RotateSecret): Operation => ({
  id: 'rotateSecret',
  tag: 'webhooks',
  summary: 'Give a webhook a new signing secret',
  examples: {
    body: { graceSeconds: 3600 },
    answers: { 200: { secret: 'whsec_…', secretHint: 'x7Qd', previousUntil: { $date: 1795518001000 } } },
  },
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  body: secretRotation,
  answers: { 200: rotatedSecret },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'FIELD_HIDDEN',
    'NOT_FOUND',
    'PRECONDITION_FAILED',
    'PAYLOAD_TOO_LARGE',
  ],
  async handle(request) {
    const { webhooks, open, now } = dependencies
    const { graceSeconds } = parseSmallBody(secretRotation, request)
    const permitted = permittedWebhooks(dependencies, request.caller)
    const refusal = refuseUnseenSecret(permitted)
    if (refusal) return refusal
    const id = webhookId.safeParse(request.params.id)
    if (!id.success) return noSuchWebhook()
    const next = newSigningSecret()
    const at = now()
    const conditions = readPreconditions(request)
    const decide = (place: WebhookPlace): WebhookWrite<Refusal> => {
      if (place.kind !== 'stored') return { kind: 'leave', result: noSuchWebhook() }
      const { record: stored } = place
      const refusal = judgePreconditions(conditions, String(stored.version))
      if (refusal) return { kind: 'leave', result: refusal }
      const merged = mergeInto(stored, { permitted, open, at })
      if (merged.kind === 'refuse') return { kind: 'leave', result: merged }
      const secrets = rotate(stored, { next, graceSeconds, at })
      return { kind: 'put', record: { ...merged.record, ...secrets, version: stored.version + 1, updatedAt: at } }
    }
    const isTrial = isDryRun(request)
    const options = { among: permitted.usable, isDryRun: isTrial, occasion: occasionOf(request, at) }
    const outcome = await webhooks.change(id.data, decide, options)
    if (outcome.kind === 'left') return outcome.result
    const previousUntil = { $date: graceEnd(at, graceSeconds).getTime() }
    if (isTrial || !outcome.after) return ok(permitted.show({ previousUntil }))
    const shown = permitted.show({ secret: next, secretHint: secretHint(next), previousUntil })
    return ok(shown, { etag: permitted.etagOf(outcome.after), 'cache-control': 'no-store' })
  },
})

type MergeTerms = { permitted: PermittedWebhooks; open: readonly OpenBlock[]; at: Date }
type MergedWebhook = { kind: 'merged'; record: WebhookRecord } | Refusal

/** The webhook without its secret before the last one, and with the fields that the permission sets in all that it has changed. */
function mergeInto(stored: WebhookRecord, { permitted, open, at }: MergeTerms): MergedWebhook {
  const { previousSecret, previousUntil, ...kept } = stored
  if (permitted.fixedFields.length === 0) return { kind: 'merged', record: kept }
  const otherId = permitted.findOtherId(stored._id)
  if (otherId) return otherId
  const checked = checkWebhook(permitted.merge(patchWebhook(stored, {})), { stored }, open)
  if (checked.kind === 'refuse') return checked
  const { secret: _, ...input } = checked.input
  const { _id, version, secret, createdAt, updatedAt } = stored
  const hearing = hearingAfter(input.condition, stored, permitted.hearing)
  const marks = marksOf(input, { stored, hearing, at })
  const record = { ...input, _id, version, secret, createdAt, updatedAt, ...marks }
  return { kind: 'merged', record }
}
