import { shownWebhook } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { showWebhook as toAnswer } from '../domain/webhook-document.ts'
import type { LiveWebhooks } from '../ports.ts'
import { noSuchWebhook } from './webhook-answer.ts'

/** `GET /webhooks/<id>`. */
export const showWebhook = ({ live }: { live: LiveWebhooks }): Operation => ({
  summary: 'Show a webhook',
  answers: { 200: shownWebhook },
  errors: ['NOT_FOUND'],
  async handle({ params }) {
    const found = live.get(params.id ?? '')
    return found ? ok(toAnswer(found)) : noSuchWebhook()
  },
})
