import { noContent, type Operation } from '@sluice/service-kit'
import type { LiveWebhooks, LogStore } from '../ports.ts'
import { noSuchWebhook } from './webhook-answer.ts'

type ClearLogs = { live: LiveWebhooks; log: LogStore; now: () => Date }

/** `DELETE /webhooks/<id>/logs`: at once, however long the log is; rows go with their day. */
export const clearLogs = ({ live, log, now }: ClearLogs): Operation => ({
  summary: "Clear a webhook's log",
  answers: { 204: 'Cleared' },
  errors: ['NOT_FOUND'],
  async handle({ params }) {
    const webhook = live.get(params.id ?? '')
    if (!webhook) return noSuchWebhook()
    await log.clear(webhook._id, now().getTime())
    return noContent()
  },
})
