import type { WebhookRecord } from '@sluice/contracts'
import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { showWebhook } from '../domain/webhook-document.ts'
import type { LiveWebhooks } from '../ports.ts'
import { webhookAnswer } from './webhook-answer.ts'

const listQuery = z.object({
  q: z.string().max(200).optional().meta({ description: 'Literal text that name, condition or url contains.' }),
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
  pagesize: z.coerce.number().pipe(z.int().min(1).max(1000)).default(100),
})

/** `GET /webhooks`: newest first, with `X-Total-Count`. */
export const listWebhooks = ({ live }: { live: LiveWebhooks }): Operation => ({
  summary: 'List webhooks, newest first',
  answerHeaders: ['X-Total-Count'],
  query: listQuery,
  answers: { 200: z.array(webhookAnswer) },
  errors: ['BAD_QUERY'],
  async handle({ query }) {
    const { q, page, pagesize } = parseQuery(listQuery, query)
    const found = live
      .all()
      .filter(webhook => contains(webhook, q))
      .sort(newestFirst)
    const shown = found.slice((page - 1) * pagesize, page * pagesize).map(showWebhook)
    return ok(shown, { 'x-total-count': String(found.length) })
  },
})

function contains({ name, condition, url }: WebhookRecord, text: string | undefined): boolean {
  const wanted = text?.toLowerCase() ?? ''
  return [name, condition, url].some(field => field.toLowerCase().includes(wanted))
}

const newestFirst = (a: WebhookRecord, b: WebhookRecord) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1)
