import { refuseFields, savedWebhook, type WebhookRecord, webhookChange, webhookId } from '@sluice/contracts'
import { findPatchFault } from '@sluice/json'
import { dryRunQuery, type Operation } from '@sluice/service-kit'
import { patchWebhook } from '../domain/webhook/webhook-document.ts'
import { RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { type SaveWebhook, saveWebhook } from './save-webhook.ts'
import { anyFields, noSuchWebhook, parseSmallBody } from './webhook-answer.ts'

/**
 * `PATCH /webhooks/<id>`: JSON merge patch; `headers` is replaced whole when given, and the other type leaves the
 * fields of the old one behind.
 */
export const changeWebhook = (dependencies: SaveWebhook): Operation => ({
  id: 'changeWebhook',
  tag: 'webhooks',
  summary: 'Change fields of a webhook, enable or disable it',
  examples: { body: { enabled: false } },
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  body: webhookChange,
  answers: { 200: savedWebhook },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'NOT_FOUND', 'PRECONDITION_FAILED', 'PAYLOAD_TOO_LARGE'],
  async handle(request) {
    const patch = parseSmallBody(anyFields, request)
    const fault = findPatchFault(patch)
    if (fault) return refuseFields([fault])
    const id = webhookId.safeParse(request.params.id)
    if (!id.success) return noSuchWebhook()
    const edit = (stored: WebhookRecord | undefined) => (stored ? patchWebhook(stored, patch) : patch)
    return saveWebhook(dependencies, request, { id: id.data, canMake: false, edit })
  },
})
