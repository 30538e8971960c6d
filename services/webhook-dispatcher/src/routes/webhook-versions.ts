import {
  type Refusal,
  refuse,
  savedWebhook,
  shownWebhook,
  type WebhookRecord,
  webhookId,
  wireDate,
} from '@sluice/contracts'
import { dryRunQuery, type Operation, ok, parseQuery, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { fieldsOf, showWebhook } from '../domain/webhook/webhook-document.ts'
import type { WebhookVersionSummary } from '../ports/webhook-store.ts'
import { type PermittedWebhooks, permittedWebhooks, RULES_OF_WEBHOOKS } from './permitted-webhooks.ts'
import { type SaveWebhook, saveWebhook } from './save-webhook.ts'
import type { ReadWebhooks } from './show-webhook.ts'
import { noSuchWebhook } from './webhook-answer.ts'

const versionShape = z
  .object({
    version: z
      .int()
      .meta({ description: 'Counts from 1; a webhook that is made anew under its old id goes on counting.' }),
    at: wireDate.meta({ description: 'When it was written.' }),
    by: z.string().nullable().meta({ description: 'Who wrote it; null where that is not known.' }),
    etag: z.string(),
  })
  .meta({ id: 'WebhookVersion', examples: [{ version: 1, at: { $date: 1795514401000 }, by: 'ada', etag: '1' }] })

const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(1).max(1000).default(100),
})

/** `GET /webhooks/<id>/versions`: newest first, without their fields; those that the caller could have read. */
export const listWebhookVersions = (dependencies: ReadWebhooks): Operation => ({
  id: 'listWebhookVersions',
  tag: 'webhooks',
  summary: 'List the versions of a webhook that are kept, newest first',
  answerHeaders: ['X-Total-Count'],
  query: pageQuery,
  answers: { 200: z.array(versionShape) },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['BAD_QUERY', 'NOT_FOUND'],
  async handle({ params, query, caller }) {
    const { page, pagesize } = parseQuery(pageQuery, query)
    const permitted = permittedWebhooks(dependencies, caller)
    const webhook = await permitted.toRead(params.id)
    if (!webhook) return noSuchWebhook()
    const { versions, total } = await dependencies.webhooks.versions(webhook._id, {
      among: permitted.readable,
      skip: (page - 1) * pagesize,
      limit: pagesize,
    })
    return ok(
      versions.map(summary => showSummary(summary, permitted)),
      { 'x-total-count': String(total) },
    )
  },
})

/** A version without its fields tells what its webhook shows as `version`, `updatedAt` and `_etag`, so that it is hidden with that. */
function showSummary({ version, at, by }: WebhookVersionSummary, { show }: PermittedWebhooks) {
  const {
    updatedAt,
    _etag: etag,
    ...others
  } = show({
    version,
    updatedAt: { $date: at.getTime() },
    by,
    _etag: String(version),
  })
  return { ...others, at: updatedAt, etag }
}

/** `GET /webhooks/<id>/versions/<version>`: the webhook as it was, shown as it is shown now. */
export const showWebhookVersion = (dependencies: ReadWebhooks): Operation => ({
  id: 'showWebhookVersion',
  tag: 'webhooks',
  summary: 'Show a webhook as it was',
  answerHeaders: ['ETag'],
  answers: { 200: shownWebhook },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['NOT_FOUND'],
  async handle({ params, caller }) {
    const permitted = permittedWebhooks(dependencies, caller)
    if (!(await permitted.toRead(params.id))) return noSuchWebhook()
    const kept = await findVersion(dependencies, params, permitted.readable)
    if (kept.kind === 'refuse') return kept
    const { record } = kept
    return ok(permitted.show(showWebhook(record, dependencies.now())), { etag: permitted.etagOf(record) })
  },
})

/**
 * `POST /webhooks/<id>/versions/<version>/restore`: the webhook is again what it was, as its next version; its secret stays.
 * The caller must be one who could read and change it as it was, as well as it is.
 */
export const restoreWebhookVersion = (dependencies: SaveWebhook): Operation => ({
  id: 'restoreWebhookVersion',
  tag: 'webhooks',
  summary: 'Make a webhook what it was; it is checked like any other change, and becomes a new version',
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  answers: { 200: savedWebhook },
  appliedRules: RULES_OF_WEBHOOKS,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  async handle(request) {
    const { params, caller } = request
    const permitted = permittedWebhooks(dependencies, caller)
    const id = webhookId.safeParse(params.id)
    if (!id.success || !(await permitted.toUse(params.id))) return noSuchWebhook()
    const kept = await findVersion(dependencies, params, permitted.usable)
    if (kept.kind === 'refuse') return kept
    const { record: masked } = kept
    return saveWebhook(dependencies, request, { id: id.data, canMake: false, edit: () => fieldsOf(masked), masked })
  },
})

/** Finds the version that a path names, where the webhook was then as a filter wants it. */
async function findVersion(
  { webhooks }: Pick<ReadWebhooks, 'webhooks'>,
  { id = '', version = '' }: ServiceRequest['params'],
  among: PermittedWebhooks['usable'],
): Promise<{ kind: 'found'; record: WebhookRecord } | Refusal> {
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined
  const found = number === undefined ? undefined : await webhooks.version(id, number, among)
  if (found === 'unreadable')
    return refuse('NOT_FOUND', 'This version of Sluice can not read that version of the webhook.')
  if (found) return { kind: 'found', record: found }
  return refuse(
    'NOT_FOUND',
    `The webhook has no version ${version}, or it is not kept any more: GET /webhooks/${id}/versions.`,
  )
}
