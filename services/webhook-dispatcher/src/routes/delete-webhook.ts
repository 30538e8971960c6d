import { webhookId } from '@sluice/contracts'
import { noContent, type Operation } from '@sluice/service-kit'
import type { WebhookStore } from '../ports.ts'
import { noSuchWebhook } from './webhook-answer.ts'

/** `DELETE /webhooks/<id>`: permanent; deliveries that wait end as skipped. */
export const deleteWebhook = ({ webhooks }: { webhooks: WebhookStore }): Operation => ({
  summary: 'Delete a webhook',
  answers: { 204: 'Deleted' },
  errors: ['NOT_FOUND'],
  async handle({ params }) {
    const id = webhookId.safeParse(params.id)
    if (!id.success) return noSuchWebhook()
    // Recorded also when nothing is there: asking again after a lost answer makes sure that every process hears of it.
    const outcome = await webhooks.change(id.data, () => ({ kind: 'remove' }))
    return outcome.kind === 'written' && outcome.before ? noContent() : noSuchWebhook()
  },
})
