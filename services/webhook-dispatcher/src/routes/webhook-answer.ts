import { refuse, type WebhookRecord } from '@sluice/contracts'
import { type Answer, created, ProblemError, parseBody, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { isNestedDeeper } from '../domain/exchange/nesting.ts'
import { signatureWarnings } from '../domain/webhook/second-signature.ts'
import { showWebhook } from '../domain/webhook/webhook-document.ts'
import type { MailServers } from '../ports/mail-servers.ts'
import type { PermittedWebhooks } from './permitted-webhooks.ts'

/** A body that is checked field by field later, so that all faults are reported together. */
export const anyFields = z.record(z.string(), z.unknown())

const MAX_BODY_BYTES = 512 * 1024
const MAX_LEVELS = 100
const TOO_DEEP = `is nested more than ${MAX_LEVELS} levels deep`

const shallow = z.unknown().superRefine((value, context) => {
  const deep = Object.entries(value ?? {}).filter(([, field]) => isNestedDeeper(field, MAX_LEVELS))
  for (const [name] of deep) context.addIssue({ code: 'custom', path: [name], message: TOO_DEEP })
})

/** A body that is work for the event loop. @throws ProblemError as `parseBody`, and when it is large or deep */
export function parseSmallBody<T>(schema: z.ZodType<T>, request: Pick<ServiceRequest, 'rawBody'>): T {
  if (request.rawBody.length <= MAX_BODY_BYTES) return parseBody(shallow.pipe(schema), request)
  throw new ProblemError(refuse('PAYLOAD_TOO_LARGE', `The body may have ${MAX_BODY_BYTES / 1024} KiB here.`))
}

export const pluginIsOff = () =>
  refuse('WEBHOOKS_PLUGIN_DISABLED', 'Webhooks are switched off. Enable the plugin: POST /plugins/webhooks/enable.')

export const noSuchWebhook = () => refuse('NOT_FOUND', 'There is no webhook with this id.')

/**
 * What is answered to a webhook that was saved: an e-mail webhook may be set up before its mail server, and a second
 * signature may be weaker than the first.
 */
export function showSaved(record: WebhookRecord, { mailServers, now }: { mailServers: MailServers; now: () => Date }) {
  const isMute = record.type === 'email' && !mailServers.current()
  const warnings = [...(isMute ? [NO_MAIL_SERVER] : []), ...signatureWarnings(record)]
  return { ...showWebhook(record, now()), ...(warnings.length > 0 ? { warnings } : {}) }
}

type NewWebhookAnswer = { permitted: PermittedWebhooks; mailServers: MailServers; now: () => Date; isDryRun: boolean }

/** The answer to making a webhook: the only one with its secret. A dry run has made none, so that it shows no part of one. */
export async function answerNew(
  record: WebhookRecord,
  { permitted, mailServers, now, isDryRun }: NewWebhookAnswer,
): Promise<Answer> {
  if (!isDryRun) return answerMade(toMade(record, { mailServers, now }), permitted)
  const { secretHint, _etag, ...shown } = showSaved(record, { mailServers, now })
  return created(permitted.showTried(record, shown))
}

/** What is answered of a webhook that was made, for who may see all of it. */
type MadeWebhook = Pick<WebhookRecord, '_id' | 'version'> & { shown: Readonly<Record<string, unknown>> }

export function toMade(record: WebhookRecord, saved: { mailServers: MailServers; now: () => Date }): MadeWebhook {
  const { secretHint, _etag, ...shown } = showSaved(record, saved)
  const { _id, version, secret } = record
  return { _id, version, shown: { ...shown, _etag, secretHint, secret } }
}

/** Answers of a webhook that was made, now or by the request that this one repeats. */
export async function answerMade({ _id, version, shown }: MadeWebhook, permitted: PermittedWebhooks): Promise<Answer> {
  return created(await permitted.showWritten({ _id }, shown), {
    location: `/webhooks/${_id}`,
    etag: permitted.etagOf({ version }),
    'cache-control': 'no-store',
  })
}

const NO_MAIL_SERVER =
  'There is no mail server yet, so its deliveries fail. Set one up with PUT /webhooks/mail-server, or have the operator set SMTP_URL and SMTP_FROM.'
