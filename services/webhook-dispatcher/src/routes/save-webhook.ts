import { DEFAULT_GRACE_SECONDS, type Refusal, type WebhookRecord, webhookId } from '@sluice/contracts'
import { type Answer, ok, type ServiceRequest } from '@sluice/service-kit'
import type { OpenBlock } from '../domain/target/public-address.ts'
import { keepSecrets, rotateSecret } from '../domain/webhook/rotate-secret.ts'
import { checkWebhook } from '../domain/webhook/webhook-document.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { MailServers } from '../ports/mail-servers.ts'
import type { WebhookStore, WebhookWrite } from '../ports/webhook-store.ts'
import { permittedWebhooks } from './permitted-webhooks.ts'
import { noSuchWebhook, showSaved } from './webhook-answer.ts'

export type SaveWebhook = {
  webhooks: WebhookStore
  live: LiveWebhooks
  mailServers: MailServers
  open: readonly OpenBlock[]
  now: () => Date
}

/** Saves the document that `edit` makes of the stored webhook as its next version, by the rules of the caller's permission. */
export async function saveWebhook(
  dependencies: SaveWebhook,
  { params, caller }: ServiceRequest,
  edit: (stored: WebhookRecord) => Readonly<Record<string, unknown>>,
): Promise<Answer | Refusal> {
  const { webhooks, mailServers, open, now } = dependencies
  const permitted = permittedWebhooks(dependencies, caller)
  const parsed = webhookId.safeParse(params.id)
  if (!parsed.success) return noSuchWebhook()
  const decide = (stored: WebhookRecord | undefined): WebhookWrite<Refusal> => {
    if (!stored) return { kind: 'leave', result: noSuchWebhook() }
    const otherId = permitted.findOtherId(stored._id)
    if (otherId) return { kind: 'leave', result: otherId }
    const checked = checkWebhook(permitted.merge(edit(stored)), stored, open)
    if (checked.kind === 'refuse') return { kind: 'leave', result: checked }
    const { _id, createdAt, version } = stored
    const { secret: next, ...input } = checked.input
    const at = now()
    const secrets = secretsAfter(stored, next, at)
    return { kind: 'put', record: { ...input, _id, ...secrets, createdAt, version: version + 1, updatedAt: at } }
  }
  const outcome = await webhooks.change(parsed.data, decide, permitted.writable)
  if (outcome.kind === 'left') return outcome.result
  if (!outcome.after) return noSuchWebhook()
  return ok(await permitted.showWritten(outcome.after, showSaved(outcome.after, { mailServers, now })))
}

/** The same secret sent again is no other one. */
function secretsAfter(stored: WebhookRecord, next: string | undefined, at: Date) {
  const isOther = next !== undefined && next !== stored.secret
  return isOther ? rotateSecret(stored, { next, graceSeconds: DEFAULT_GRACE_SECONDS, at }) : keepSecrets(stored, at)
}
