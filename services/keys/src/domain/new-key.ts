import type { ApiKeyRecord, KeyId, KeyRules, RoleName, UserId } from '@sluice/contracts'

const DAY_MS = 86_400_000

/** What tells a key from every other. `hash` is the SHA-256 of the whole secret in hex, `hint` its last four characters. */
export type KeyIdentity = { id: KeyId; hash: string; hint: string }

/** The record of a key that works from `now` for `days` times 24 hours. */
export function newKey(
  { id, hash, hint }: KeyIdentity,
  wanted: { user: UserId; name: string; roles: RoleName[]; days: number; keyRules?: KeyRules },
  now: Date,
): ApiKeyRecord {
  const { user, name, roles, days, keyRules } = wanted
  const expiresAt = new Date(now.getTime() + days * DAY_MS)
  return { _id: id, user, name, roles, createdAt: now, expiresAt, hash, hint, ...(keyRules && { keyRules }) }
}

/** When the old secret of a key stops working: after its grace, and never later than the key. @param graceSeconds whole seconds */
export const graceEnd = ({ expiresAt }: Pick<ApiKeyRecord, 'expiresAt'>, graceSeconds: number, now: Date): Date =>
  new Date(Math.min(expiresAt.getTime(), now.getTime() + graceSeconds * 1000))
