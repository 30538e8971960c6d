import { newWebhook, savedWebhook, sentWebhook } from '@sluice/contracts'
import { dryRunQuery, type Operation } from '@sluice/service-kit'
import { readChosenId, refuseOtherId } from '../domain/webhook/webhook-id.ts'
import { RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { type SaveWebhook, saveWebhook } from './save-webhook.ts'
import { anyFields, parseSmallBody } from './webhook-answer.ts'

/**
 * `PUT /webhooks/<id>`: replaces all fields of a webhook, and its secret stays; makes it where there is none, with the id
 * of the path. A document that was read may be sent back.
 */
export const replaceWebhook = (dependencies: SaveWebhook): Operation => ({
  id: 'replaceWebhook',
  tag: 'webhooks',
  summary: 'Replace a webhook, or make it with an id of your choice',
  headers: ['If-Match', 'If-None-Match'],
  answerHeaders: ['ETag', 'Location'],
  query: dryRunQuery,
  body: sentWebhook,
  answers: {
    200: savedWebhook,
    201: newWebhook,
  },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: [
    'BAD_REQUEST',
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'WEBHOOKS_PLUGIN_DISABLED',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'PAYLOAD_TOO_LARGE',
  ],
  async handle(request) {
    const chosen = readChosenId(request.params.id)
    if (chosen.kind === 'refuse') return chosen
    const document = parseSmallBody(anyFields, request)
    const otherId = refuseOtherId(chosen.id, document)
    return otherId ?? saveWebhook(dependencies, request, { id: chosen.id, canMake: true, edit: () => document })
  },
})
