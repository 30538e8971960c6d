import { newWebhook, sentWebhook, webhookId } from '@sluice/contracts'
import { dryRunQuery, isDryRun, type Operation, occasionOf } from '@sluice/service-kit'
import { v7 } from 'uuid'
import { newSigningSecret } from '../domain/request/sign-delivery.ts'
import { nextVersion } from '../domain/webhook/next-version.ts'
import { checkWebhook } from '../domain/webhook/webhook-document.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import type { SaveWebhook } from './save-webhook.ts'
import { answerNew, anyFields, parseSmallBody, pluginIsOff } from './webhook-answer.ts'

/** `POST /webhooks`: 201 with the webhook and, this once, its signing secret. */
export const createWebhook = (dependencies: SaveWebhook): Operation => ({
  id: 'createWebhook',
  tag: 'webhooks',
  summary: 'Create a webhook',
  answerHeaders: ['ETag', 'Location'],
  query: dryRunQuery,
  body: sentWebhook,
  answers: { 201: newWebhook },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'WEBHOOKS_PLUGIN_DISABLED', 'PAYLOAD_TOO_LARGE'],
  async handle(request) {
    const { webhooks, live, mailServers, open, now } = dependencies
    if (!live.isPluginEnabled()) return pluginIsOff()
    const permitted = permittedWebhooks(dependencies, request.caller)
    const checked = checkWebhook(permitted.merge(parseSmallBody(anyFields, request)), { stored: undefined }, open)
    if (checked.kind === 'refuse') return checked
    const making = { id: webhookId.parse(v7()), at: now(), newSecret: newSigningSecret() }
    const record = nextVersion(checked.input, { stored: undefined, lastVersion: 0 }, making)
    const isTrial = isDryRun(request)
    const options = { isDryRun: isTrial, occasion: occasionOf(request, making.at) }
    await webhooks.change(making.id, () => ({ kind: 'put', record }), options)
    return answerNew(record, { permitted, mailServers, now, isDryRun: isTrial })
  },
})
