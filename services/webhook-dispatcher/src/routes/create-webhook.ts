import { newWebhook, webhookId, webhookInput } from '@sluice/contracts'
import { created, type Operation } from '@sluice/service-kit'
import { v7 } from 'uuid'
import type { OpenBlock } from '../domain/public-address.ts'
import { newSigningSecret } from '../domain/sign-delivery.ts'
import { checkWebhook } from '../domain/webhook-document.ts'
import type { LiveWebhooks, MailServers, WebhookStore } from '../ports.ts'
import { anyFields, parseSmallBody, pluginIsOff, showSaved } from './webhook-answer.ts'

type CreateWebhook = {
  webhooks: WebhookStore
  live: LiveWebhooks
  mailServers: MailServers
  open: readonly OpenBlock[]
  now: () => Date
}

/** `POST /webhooks`: 201 with the webhook and, this once, its signing secret. */
export const createWebhook = ({ webhooks, live, mailServers, open, now }: CreateWebhook): Operation => ({
  summary: 'Create a webhook',
  body: webhookInput,
  answers: { 201: newWebhook },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'WEBHOOKS_PLUGIN_DISABLED', 'PAYLOAD_TOO_LARGE'],
  async handle(request) {
    if (!live.isPluginEnabled()) return pluginIsOff()
    const checked = checkWebhook(parseSmallBody(anyFields, request), undefined, open)
    if (checked.kind === 'refuse') return checked
    const { secret = newSigningSecret(), ...input } = checked.input
    const at = now()
    const record = { ...input, _id: webhookId.parse(v7()), version: 1, secret, createdAt: at, updatedAt: at }
    await webhooks.change(record._id, () => ({ kind: 'put', record }))
    const headers = { location: `/webhooks/${record._id}`, 'cache-control': 'no-store' }
    return created({ ...showSaved(record, { mailServers, now }), secret }, headers)
  },
})
