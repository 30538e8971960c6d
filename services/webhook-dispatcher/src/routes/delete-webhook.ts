import { webhookId } from '@sluice/contracts'
import { noContent, type Operation } from '@sluice/service-kit'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { noSuchWebhook } from './webhook-answer.ts'

/** `DELETE /webhooks/<id>`: permanent; deliveries that wait end as skipped. */
export const deleteWebhook = (dependencies: { webhooks: WebhookStore; live: LiveWebhooks }): Operation => ({
  id: 'deleteWebhook',
  tag: 'webhooks',
  summary: 'Delete a webhook',
  answers: { 204: 'Deleted' },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['NOT_FOUND'],
  async handle({ params, caller }) {
    const id = webhookId.safeParse(params.id)
    if (!id.success) return noSuchWebhook()
    const { writable } = permittedWebhooks(dependencies, caller)
    // Recorded also when nothing is there: asking again after a lost answer makes sure that every process hears of it.
    const outcome = await dependencies.webhooks.change(id.data, () => ({ kind: 'remove' }), writable)
    return outcome.kind === 'written' && outcome.before ? noContent() : noSuchWebhook()
  },
})
