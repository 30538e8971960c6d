import { shownWebhook, type WebhookRecord } from '@sluice/contracts'
import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { showWebhook } from '../domain/webhook/webhook-document.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
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
export const listWebhooks = (dependencies: ReadWebhooks): Operation => ({
  id: 'listWebhooks',
  tag: 'webhooks',
  summary: 'List webhooks, newest first',
  answerHeaders: ['X-Total-Count'],
  query: listQuery,
  answers: { 200: z.array(shownWebhook) },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['BAD_QUERY'],
  async handle({ query, caller }) {
    const { q, page: number, pagesize } = parseQuery(listQuery, query)
    const permitted = permittedWebhooks(dependencies, caller)
    const found = (await permitted.all()).filter(webhook => contains(webhook, q, permitted.canSee)).sort(newestFirst)
    const at = dependencies.now()
    const page = found.slice((number - 1) * pagesize, number * pagesize)
    const shown = page.map(webhook => permitted.show(showWebhook(webhook, at)))
    return ok(shown, { 'x-total-count': String(found.length) })
  },
})

function contains(webhook: WebhookRecord, text: string | undefined, canSee: (field: string) => boolean): boolean {
  const wanted = text?.toLowerCase() ?? ''
  const seen = searched(webhook).filter(([field]) => canSee(field))
  return wanted === '' || seen.some(([, value]) => value.toLowerCase().includes(wanted))
}

/** Lists what is searched by field, so that what is hidden from a caller does not answer his search. */
function searched(webhook: WebhookRecord): [field: string, value: string][] {
  const { name, condition } = webhook
  const ofAll: [string, string][] = [
    ['name', name],
    ['condition', condition],
  ]
  if (webhook.type === 'http') return [...ofAll, ['url', webhook.url]]
  const { to, cc, subject } = webhook.email
  const recipients = [...to.map(address => ['email.to', address]), ...cc.map(address => ['email.cc', address])]
  return [
    ...ofAll,
    ['email.subject', subject],
    ...recipients.map(([field = '', address = '']): [string, string] => [field, address]),
  ]
}

const newestFirst = (a: WebhookRecord, b: WebhookRecord) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1)
