import { shownWebhookNow } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { type WaitingReason, waitingReasons } from '../domain/delivery-life.ts'
import { showWebhook as toAnswer } from '../domain/webhook/webhook-document.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { WaitingStore } from '../ports/waiting-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { noSuchWebhook } from './webhook-answer.ts'

export type ReadWebhooks = { live: LiveWebhooks; webhooks: WebhookStore; now: () => Date }
export type ShowWebhook = ReadWebhooks & { waiting: Pick<WaitingStore, 'heldBack'> }

/** `GET /webhooks/<id>`, and how many of its deliveries are held back. */
export const showWebhook = (dependencies: ShowWebhook): Operation => ({
  id: 'showWebhook',
  tag: 'webhooks',
  summary: 'Show a webhook',
  answerHeaders: ['ETag'],
  answers: { 200: shownWebhookNow },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['NOT_FOUND'],
  async handle({ params, caller }) {
    const { now, waiting } = dependencies
    const permitted = permittedWebhooks(dependencies, caller)
    const found = await permitted.toRead(params.id)
    if (!found) return noSuchWebhook()
    const heldBack = await heldBackOf(found._id, waiting)
    const shown = { ...toAnswer(found, now()), ...(heldBack.length > 0 ? { heldBack } : {}) }
    return ok(permitted.show(shown), { etag: permitted.etagOf(found) })
  },
})

/** What is said to hold a webhook back where deliveries wait for a reason; null where nothing is said. */
const HELD_BACK_BY = {
  held: 'rate',
  unwell: 'target',
  full: null,
  unreadable: null,
  retry: null,
  redelivery: null,
} as const satisfies Record<WaitingReason, string | null>

async function heldBackOf(webhookId: string, waiting: ShowWebhook['waiting']) {
  const counted = waitingReasons.map(async stored => {
    const reason = HELD_BACK_BY[stored]
    const held = reason && (await waiting.heldBack(webhookId, stored))
    return held ? [{ reason, waiting: held.waiting, since: { $date: held.since.getTime() } }] : []
  })
  return (await Promise.all(counted)).flat()
}
