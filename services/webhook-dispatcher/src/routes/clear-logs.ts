import { noContent, type Operation, occasionOf } from '@sluice/service-kit'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { noSuchWebhook } from './webhook-answer.ts'

type ClearLogs = { live: LiveWebhooks; webhooks: WebhookStore; log: LogStore; now: () => Date }

/** `DELETE /webhooks/<id>/logs`: at once, however long the log is; rows go with their day. */
export const clearLogs = (dependencies: ClearLogs): Operation => ({
  id: 'clearLogs',
  tag: 'webhooks',
  summary: "Clear a webhook's log",
  answers: { 204: 'Cleared' },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['NOT_FOUND'],
  async handle(request) {
    const { log, now } = dependencies
    const webhook = await permittedWebhooks(dependencies, request.caller).toWrite(request.params.id)
    if (!webhook) return noSuchWebhook()
    const at = now()
    await log.clear(webhook._id, at.getTime(), occasionOf(request, at))
    return noContent()
  },
})
