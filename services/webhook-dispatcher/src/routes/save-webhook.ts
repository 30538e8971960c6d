import { DEFAULT_GRACE_SECONDS, type Refusal, type WebhookRecord, webhookId } from '@sluice/contracts'
import { type Answer, ok } from '@sluice/service-kit'
import type { OpenBlock } from '../domain/public-address.ts'
import { keepSecrets, rotateSecret } from '../domain/rotate-secret.ts'
import { checkWebhook } from '../domain/webhook-document.ts'
import type { MailServers, WebhookStore, WebhookWrite } from '../ports.ts'
import { noSuchWebhook, showSaved } from './webhook-answer.ts'

export type SaveWebhook = {
  webhooks: WebhookStore
  mailServers: MailServers
  open: readonly OpenBlock[]
  now: () => Date
}

/** Saves the document that `edit` makes of the stored webhook as its next version. */
export async function saveWebhook(
  { webhooks, mailServers, open, now }: SaveWebhook,
  id: string | undefined,
  edit: (stored: WebhookRecord) => Readonly<Record<string, unknown>>,
): Promise<Answer | Refusal> {
  const parsed = webhookId.safeParse(id)
  if (!parsed.success) return noSuchWebhook()
  const outcome = await webhooks.change(parsed.data, (stored): WebhookWrite<Refusal> => {
    if (!stored) return { kind: 'leave', result: noSuchWebhook() }
    const checked = checkWebhook(edit(stored), stored, open)
    if (checked.kind === 'refuse') return { kind: 'leave', result: checked }
    const { _id, createdAt, version } = stored
    const { secret: next, ...input } = checked.input
    const at = now()
    const secrets = secretsAfter(stored, next, at)
    return { kind: 'put', record: { ...input, _id, ...secrets, createdAt, version: version + 1, updatedAt: at } }
  })
  if (outcome.kind === 'left') return outcome.result
  return outcome.after ? ok(showSaved(outcome.after, { mailServers, now })) : noSuchWebhook()
}

/** The same secret sent again is no other one. */
function secretsAfter(stored: WebhookRecord, next: string | undefined, at: Date) {
  const isOther = next !== undefined && next !== stored.secret
  return isOther ? rotateSecret(stored, { next, graceSeconds: DEFAULT_GRACE_SECONDS, at }) : keepSecrets(stored, at)
}
