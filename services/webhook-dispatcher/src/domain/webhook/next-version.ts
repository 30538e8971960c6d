import {
  DEFAULT_GRACE_SECONDS,
  type HearingScope,
  type WebhookId,
  type WebhookInput,
  type WebhookRecord,
} from '@sluice/contracts'
import { hearingAfter } from '../occurrence/hearing.ts'
import { keepSecrets, rotateSecret } from './rotate-secret.ts'

type WebhookPast = { stored: WebhookRecord | undefined; lastVersion: number }

type VersionMaking = {
  id: WebhookId
  at: Date
  /** The secret of a webhook that is new and brings none of its own. */
  newSecret: string
  /** What the writer may hear of occurrences. */
  writer: HearingScope
}

/** The webhook that is stored after a write: the next version of the stored one, or of one that was deleted, or the first. */
export function nextVersion(
  { secret, ...input }: WebhookInput,
  { stored, lastVersion }: WebhookPast,
  { id, at, newSecret, writer }: VersionMaking,
): WebhookRecord {
  const secrets = stored ? secretsAfter(stored, secret, at) : { secret: secret ?? newSecret }
  const createdAt = stored?.createdAt ?? at
  const hearing = hearingAfter(input.condition, stored, writer)
  const version = (stored?.version ?? lastVersion) + 1
  return { ...input, _id: id, ...secrets, createdAt, version, updatedAt: at, ...marksOf(input, { stored, hearing }) }
}

/** The same secret sent again is no other one. */
function secretsAfter(stored: WebhookRecord, next: string | undefined, at: Date) {
  const isOther = next !== undefined && next !== stored.secret
  return isOther ? rotateSecret(stored, { next, graceSeconds: DEFAULT_GRACE_SECONDS, at }) : keepSecrets(stored, at)
}

type WebhookMarks = Pick<WebhookRecord, 'hearing' | 'autoDisabled'>

/** What nobody writes of a webhook: what it may hear, and that it was switched off by itself, until somebody switches it on. */
export function marksOf(
  { enabled }: Pick<WebhookInput, 'enabled'>,
  { stored, hearing }: Pick<WebhookPast, 'stored'> & Pick<WebhookMarks, 'hearing'>,
): WebhookMarks {
  const autoDisabled = enabled ? undefined : stored?.autoDisabled
  return { ...(hearing ? { hearing } : {}), ...(autoDisabled ? { autoDisabled } : {}) }
}
