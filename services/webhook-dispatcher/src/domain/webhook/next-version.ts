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
  const marks = marksOf(input, { stored, hearing, at })
  return { ...input, _id: id, ...secrets, createdAt, version, updatedAt: at, ...marks }
}

/** The same secret sent again is no other one. */
function secretsAfter(stored: WebhookRecord, next: string | undefined, at: Date) {
  const isOther = next !== undefined && next !== stored.secret
  return isOther ? rotateSecret(stored, { next, graceSeconds: DEFAULT_GRACE_SECONDS, at }) : keepSecrets(stored, at)
}

type WebhookMarks = Pick<WebhookRecord, 'hearing' | 'autoDisabled' | 'switchedOnAt'>

/**
 * What nobody writes of a webhook: what it may hear, that it was switched off by itself, until somebody switches it on, and
 * when that was last done.
 */
export function marksOf(
  { enabled }: Pick<WebhookInput, 'enabled'>,
  { stored, hearing, at }: Pick<WebhookPast, 'stored'> & Pick<WebhookMarks, 'hearing'> & Pick<VersionMaking, 'at'>,
): WebhookMarks {
  const autoDisabled = enabled ? undefined : stored?.autoDisabled
  const isSwitchedOn = enabled && stored?.enabled === false
  const switchedOnAt = isSwitchedOn ? at : stored?.switchedOnAt
  return {
    ...(hearing ? { hearing } : {}),
    ...(autoDisabled ? { autoDisabled } : {}),
    ...(switchedOnAt ? { switchedOnAt } : {}),
  }
}
