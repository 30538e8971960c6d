import { savedWebhook, webhookInput } from '@sluice/contracts'
import type { Operation } from '@sluice/service-kit'
import { RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { type SaveWebhook, saveWebhook } from './save-webhook.ts'
import { anyFields, parseSmallBody } from './webhook-answer.ts'

/** `PUT /webhooks/<id>`: replaces all fields; the secret stays. A document that was read may be sent back. */
export const replaceWebhook = (dependencies: SaveWebhook): Operation => ({
  id: 'replaceWebhook',
  tag: 'webhooks',
  summary: 'Replace a webhook',
  body: webhookInput,
  answers: { 200: savedWebhook },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  async handle(request) {
    const document = parseSmallBody(anyFields, request)
    return saveWebhook(dependencies, request, () => document)
  },
})
