import { healthState, shownWebhook, type WebhookHealth, type WebhookRecord, webhookHealth } from '@sluice/contracts'
import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { type HealthSources, RECENT_HOURS, readHealth } from '../counts/read-health.ts'
import { showWebhook } from '../domain/webhook/webhook-document.ts'
import { permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import type { ReadWebhooks } from './show-webhook.ts'

const listQuery = z.object({
  q: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Literal text that name, condition, url, subject or a recipient contains.' }),
  type: z.enum(['http', 'email']).optional().meta({ description: 'Only webhooks that send this.' }),
  include: z.enum(['health']).optional().meta({ description: 'What is shown besides: how each webhook does.' }),
  state: healthState.optional().meta({ description: 'Only webhooks that do like this.' }),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(1).max(1000).default(100),
})

const listedWebhook = shownWebhook.and(z.object({ health: webhookHealth.optional() })).meta({ id: 'ListedWebhook' })

export type ListWebhooks = ReadWebhooks & HealthSources

/** `GET /webhooks`: newest first, with `X-Total-Count`. */
export const listWebhooks = (dependencies: ListWebhooks): Operation => ({
  id: 'listWebhooks',
  tag: 'webhooks',
  summary: 'List webhooks, newest first',
  answerHeaders: ['X-Total-Count'],
  query: listQuery,
  answers: { 200: z.array(listedWebhook) },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['BAD_QUERY'],
  async handle({ query, caller }) {
    const { q, type, include, state, page: number, pagesize } = parseQuery(listQuery, query)
    const permitted = permittedWebhooks(dependencies, caller)
    const named = (await permitted.all())
      .filter(webhook => isOfType(webhook, type, permitted.canSee) && contains(webhook, q, permitted.canSee))
      .sort(newestFirst)
    const seesState = TELLS_STATE.every(permitted.canSee)
    const found = state ? await inState(named, seesState ? state : undefined, dependencies) : named
    const at = dependencies.now()
    const page = found.slice((number - 1) * pagesize, number * pagesize)
    const health = include ? await readHealth(page, dependencies) : new Map<string, WebhookHealth>()
    const shown = page.map(webhook => {
      const whole = health.get(webhook._id)
      const ofIt = seesState ? whole : withoutState(whole)
      return permitted.show({ ...showWebhook(webhook, at), ...(ofIt ? { health: ofIt } : {}) })
    })
    return ok(shown, { 'x-total-count': String(found.length) })
  },
})

/** A state tells whether its webhook is enabled, so that it is shown to whom both are. */
const TELLS_STATE = ['health.state', 'enabled'] as const

/** `since` goes with the state: it is null for a webhook that is disabled. */
function withoutState(health: WebhookHealth | undefined): Omit<WebhookHealth, 'state' | 'since'> | undefined {
  if (!health) return undefined
  const { state, since, ...others } = health
  return others
}

/** @param state undefined: a caller from whom it is hidden finds none by it */
async function inState(
  webhooks: readonly WebhookRecord[],
  state: WebhookHealth['state'] | undefined,
  sources: HealthSources,
): Promise<WebhookRecord[]> {
  if (!state) return []
  const health = await readHealth(webhooks, sources, RECENT_HOURS)
  return webhooks.filter(({ _id }) => health.get(_id)?.state === state)
}

/** Where the type is hidden from a caller, he finds none by it. */
const isOfType = (
  webhook: WebhookRecord,
  type: WebhookRecord['type'] | undefined,
  canSee: (field: string) => boolean,
): boolean => type === undefined || (canSee('type') && webhook.type === type)

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
