import { webhookInput } from '@sluice/contracts'
import { type Operation, parseBody } from '@sluice/service-kit'
import { patchWebhook } from '../domain/webhook-document.ts'
import { type SaveWebhook, saveWebhook } from './save-webhook.ts'
import { anyFields, webhookAnswer } from './webhook-answer.ts'

/** `PATCH /webhooks/<id>`: JSON merge patch; `headers` is replaced whole when given. */
export const changeWebhook = (dependencies: SaveWebhook): Operation => ({
  summary: 'Change fields of a webhook, enable or disable it',
  body: webhookInput.partial(),
  answers: { 200: webhookAnswer },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'NOT_FOUND'],
  async handle(request) {
    const patch = parseBody(anyFields, request)
    return saveWebhook(dependencies, request.params.id, stored => patchWebhook(stored, patch))
  },
})
