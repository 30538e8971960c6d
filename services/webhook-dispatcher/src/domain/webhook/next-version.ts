import { DEFAULT_GRACE_SECONDS, type WebhookId, type WebhookInput, type WebhookRecord } from '@sluice/contracts'
import { keepSecrets, rotateSecret } from './rotate-secret.ts'

type WebhookPast = { stored: WebhookRecord | undefined; lastVersion: number }

type VersionMaking = {
  id: WebhookId
  at: Date
  /** The secret of a webhook that is new and brings none of its own. */
  newSecret: string
}

/** The webhook that is stored after a write: the next version of the stored one, or of one that was deleted, or the first. */
export function nextVersion(
  { secret, ...input }: WebhookInput,
  { stored, lastVersion }: WebhookPast,
  { id, at, newSecret }: VersionMaking,
): WebhookRecord {
  const secrets = stored ? secretsAfter(stored, secret, at) : { secret: secret ?? newSecret }
  const createdAt = stored?.createdAt ?? at
  const version = (stored?.version ?? lastVersion) + 1
  return { ...input, _id: id, ...secrets, createdAt, version, updatedAt: at }
}

/** The same secret sent again is no other one. */
function secretsAfter(stored: WebhookRecord, next: string | undefined, at: Date) {
  const isOther = next !== undefined && next !== stored.secret
  return isOther ? rotateSecret(stored, { next, graceSeconds: DEFAULT_GRACE_SECONDS, at }) : keepSecrets(stored, at)
}
