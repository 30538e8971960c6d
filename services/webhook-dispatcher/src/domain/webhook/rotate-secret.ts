import type { WebhookRecord } from '@sluice/contracts'

/** What a webhook's deliveries are signed with: one secret, or two while one replaces the other. */
type SigningSecrets = Pick<WebhookRecord, 'secret' | 'previousSecret' | 'previousUntil'>

/** The secrets that sign at this moment, the newest first. */
export function activeSecrets({ secret, previousSecret, previousUntil }: SigningSecrets, at: Date): string[] {
  const isInGrace = previousSecret !== undefined && previousUntil !== undefined && at < previousUntil
  return isInGrace ? [secret, previousSecret] : [secret]
}

type SecretRotation = { next: string; graceSeconds: number; at: Date }

/** A new secret beside the one that it replaces; what was being replaced already is left out: two sign at most. */
export function rotateSecret({ secret }: SigningSecrets, { next, graceSeconds, at }: SecretRotation): SigningSecrets {
  const previousUntil = graceEnd(at, graceSeconds)
  return graceSeconds > 0 ? { secret: next, previousSecret: secret, previousUntil } : { secret: next }
}

/** When the secret that was replaced stops signing. */
export const graceEnd = (at: Date, graceSeconds: number): Date => new Date(at.getTime() + graceSeconds * 1000)

/** The same secrets, without the one whose grace has ended. */
export function keepSecrets(stored: SigningSecrets, at: Date): SigningSecrets {
  const { secret, previousSecret, previousUntil } = stored
  return activeSecrets(stored, at).length > 1 ? { secret, previousSecret, previousUntil } : { secret }
}
