import { shownWebhookNow } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { showWebhook as toAnswer } from '../domain/webhook-document.ts'
import type { LiveWebhooks, WaitingStore } from '../ports.ts'
import { noSuchWebhook } from './webhook-answer.ts'

export type ReadWebhooks = { live: LiveWebhooks; now: () => Date }
export type ShowWebhook = ReadWebhooks & { waiting: Pick<WaitingStore, 'heldBack'> }

/** `GET /webhooks/<id>`, and how many of its deliveries are held back. */
export const showWebhook = ({ live, now, waiting }: ShowWebhook): Operation => ({
  summary: 'Show a webhook',
  answers: { 200: shownWebhookNow },
  errors: ['NOT_FOUND'],
  async handle({ params }) {
    const found = live.get(params.id ?? '')
    if (!found) return noSuchWebhook()
    const heldBack = await heldBackOf(found._id, waiting)
    return ok({ ...toAnswer(found, now()), ...(heldBack.length > 0 ? { heldBack } : {}) })
  },
})

const REASONS = [
  { reason: 'rate', stored: 'held' },
  { reason: 'target', stored: 'unwell' },
] as const

async function heldBackOf(webhookId: string, waiting: ShowWebhook['waiting']) {
  const counted = REASONS.map(async ({ reason, stored }) => {
    const held = await waiting.heldBack(webhookId, stored)
    return held ? [{ reason, waiting: held.waiting, since: { $date: held.since.getTime() } }] : []
  })
  return (await Promise.all(counted)).flat()
}
