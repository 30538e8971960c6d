import { shownWebhook, type WebhookRecord } from '@sluice/contracts'
import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { showWebhook } from '../domain/webhook-document.ts'
import type { ReadWebhooks } from './show-webhook.ts'

const listQuery = z.object({
  q: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Literal text that name, condition, url, subject or a recipient contains.' }),
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
  pagesize: z.coerce.number().pipe(z.int().min(1).max(1000)).default(100),
})

/** `GET /webhooks`: newest first, with `X-Total-Count`. */
export const listWebhooks = ({ live, now }: ReadWebhooks): Operation => ({
  summary: 'List webhooks, newest first',
  answerHeaders: ['X-Total-Count'],
  query: listQuery,
  answers: { 200: z.array(shownWebhook) },
  errors: ['BAD_QUERY'],
  async handle({ query }) {
    const { q, page, pagesize } = parseQuery(listQuery, query)
    const found = live
      .all()
      .filter(webhook => contains(webhook, q))
      .sort(newestFirst)
    const at = now()
    const shown = found.slice((page - 1) * pagesize, page * pagesize).map(webhook => showWebhook(webhook, at))
    return ok(shown, { 'x-total-count': String(found.length) })
  },
})

function contains(webhook: WebhookRecord, text: string | undefined): boolean {
  const wanted = text?.toLowerCase() ?? ''
  return searched(webhook).some(field => field.toLowerCase().includes(wanted))
}

function searched(webhook: WebhookRecord): string[] {
  const { name, condition } = webhook
  if (webhook.type === 'http') return [name, condition, webhook.url]
  const { to, cc, subject } = webhook.email
  return [name, condition, subject, ...to, ...cc]
}

const newestFirst = (a: WebhookRecord, b: WebhookRecord) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1)
