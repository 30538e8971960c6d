import { newWebhook, webhookId, webhookInput } from '@sluice/contracts'
import { created, type Operation } from '@sluice/service-kit'
import { v7 } from 'uuid'
import { newSigningSecret } from '../domain/request/sign-delivery.ts'
import type { OpenBlock } from '../domain/target/public-address.ts'
import { checkWebhook } from '../domain/webhook/webhook-document.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { MailServers } from '../ports/mail-servers.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { anyFields, parseSmallBody, pluginIsOff, showSaved } from './webhook-answer.ts'

type CreateWebhook = {
  webhooks: WebhookStore
  live: LiveWebhooks
  mailServers: MailServers
  open: readonly OpenBlock[]
  now: () => Date
}

/** `POST /webhooks`: 201 with the webhook and, this once, its signing secret. */
export const createWebhook = (dependencies: CreateWebhook): Operation => ({
  id: 'createWebhook',
  tag: 'webhooks',
  summary: 'Create a webhook',
  body: webhookInput,
  answers: { 201: newWebhook },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'WEBHOOKS_PLUGIN_DISABLED', 'PAYLOAD_TOO_LARGE'],
  async handle(request) {
    const { webhooks, live, mailServers, open, now } = dependencies
    if (!live.isPluginEnabled()) return pluginIsOff()
    const permitted = permittedWebhooks(dependencies, request.caller)
    const checked = checkWebhook(permitted.merge(parseSmallBody(anyFields, request)), undefined, open)
    if (checked.kind === 'refuse') return checked
    const { secret = newSigningSecret(), ...input } = checked.input
    const at = now()
    const record = { ...input, _id: webhookId.parse(v7()), version: 1, secret, createdAt: at, updatedAt: at }
    await webhooks.change(record._id, () => ({ kind: 'put', record }))
    const headers = { location: `/webhooks/${record._id}`, 'cache-control': 'no-store' }
    const shown = { ...showSaved(record, { mailServers, now }), secret }
    return created(await permitted.showWritten(record, shown), headers)
  },
})
