import { type Refusal, rotatedSecret, secretRotation, webhookId } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { graceEnd, rotateSecret as rotate } from '../domain/rotate-secret.ts'
import { newSigningSecret, secretHint } from '../domain/sign-delivery.ts'
import type { WebhookStore, WebhookWrite } from '../ports.ts'
import { noSuchWebhook, parseSmallBody } from './webhook-answer.ts'

type RotateSecret = { webhooks: WebhookStore; now: () => Date }

/** `POST /webhooks/<id>/secret`: a new signing secret, answered this once; the old one signs beside it for the grace. */
export const rotateSecret = ({ webhooks, now }: RotateSecret): Operation => ({
  summary: 'Give a webhook a new signing secret',
  body: secretRotation,
  answers: { 200: rotatedSecret },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  async handle(request) {
    const { graceSeconds } = parseSmallBody(secretRotation, request)
    const id = webhookId.safeParse(request.params.id)
    if (!id.success) return noSuchWebhook()
    const [next, at] = [newSigningSecret(), now()]
    const outcome = await webhooks.change(id.data, (stored): WebhookWrite<Refusal> => {
      if (!stored) return { kind: 'leave', result: noSuchWebhook() }
      const { previousSecret, previousUntil, ...kept } = stored
      const secrets = rotate(stored, { next, graceSeconds, at })
      return { kind: 'put', record: { ...kept, ...secrets, version: stored.version + 1, updatedAt: at } }
    })
    if (outcome.kind === 'left') return outcome.result
    const previousUntil = { $date: graceEnd(at, graceSeconds).getTime() }
    return ok({ secret: next, secretHint: secretHint(next), previousUntil }, { 'cache-control': 'no-store' })
  },
})
