import { type Refusal, webhookId } from '@sluice/contracts'
import {
  dryRunQuery,
  isDryRun,
  judgePreconditions,
  noContent,
  type Operation,
  occasionOf,
  readPreconditions,
} from '@sluice/service-kit'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { WebhookPlace, WebhookStore, WebhookWrite } from '../ports/webhook-store.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { noSuchWebhook } from './webhook-answer.ts'

type DeleteWebhook = { webhooks: WebhookStore; live: LiveWebhooks; now: () => Date }

/** `DELETE /webhooks/<id>`: permanent; deliveries that wait end as skipped. */
export const deleteWebhook = (dependencies: DeleteWebhook): Operation => ({
  id: 'deleteWebhook',
  tag: 'webhooks',
  summary: 'Delete a webhook',
  headers: ['If-Match'],
  query: dryRunQuery,
  answers: { 204: 'Deleted' },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  async handle(request) {
    const id = webhookId.safeParse(request.params.id)
    if (!id.success) return noSuchWebhook()
    const conditions = readPreconditions(request)
    const { writable } = permittedWebhooks(dependencies, request.caller)
    const decide = (place: WebhookPlace): WebhookWrite<Refusal> => {
      const refusal =
        place.kind === 'free' || place.kind === 'withheld'
          ? undefined
          : judgePreconditions(conditions, versionAt(place))
      // Recorded also when nothing is there: asking again after a lost answer makes sure that every process hears of it.
      return refusal ? { kind: 'leave', result: refusal } : { kind: 'remove' }
    }
    const outcome = await dependencies.webhooks.change(id.data, decide, {
      among: writable,
      isDryRun: isDryRun(request),
      occasion: occasionOf(request, dependencies.now()),
    })
    if (outcome.kind === 'left') return outcome.result
    return outcome.before ? noContent() : noSuchWebhook()
  },
})

const versionAt = (place: WebhookPlace): string | undefined =>
  place.kind === 'stored' ? String(place.record.version) : undefined
