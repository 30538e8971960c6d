import type { ApiKeyRecord } from '@sluice/contracts'
import { DAY_MS, type SubjectSighting } from './telling.ts'

/** A sighting, and what is told of it. `user`: whose key it is. */
export type ServiceSighting = { seen: SubjectSighting; user?: string | undefined; body(at: number): string }

const iso = (at: number): string => new Date(at).toISOString()

/** The body of an occurrence that is about no webhook. */
const bodyOf =
  (fields: { occurrence: string; text: string; since: number } & Record<string, unknown>) => (at: number) =>
    JSON.stringify({ ...fields, since: iso(fields.since), at: iso(at) })

/** A key that has lived for so long is told of before it ends; one that was made for a day or two a day before. */
const LONG_LIFE_MS = 14 * DAY_MS
const SHORT_LIFE_MS = 2 * DAY_MS
export const KEY_WARNED_MS = 7 * DAY_MS

type KeyNearItsEnd = Pick<ApiKeyRecord, '_id' | 'name' | 'user' | 'hint' | 'createdAt' | 'expiresAt'>

/** @returns undefined of a key whose end is not near, or that was made for less than two days */
export function sightKey(key: KeyNearItsEnd, at: number): ServiceSighting | undefined {
  const { _id, name, user, hint } = key
  const expiresAt = key.expiresAt.getTime()
  const lifeMs = expiresAt - key.createdAt.getTime()
  const warnedMs = lifeMs >= LONG_LIFE_MS ? KEY_WARNED_MS : DAY_MS
  if (lifeMs < SHORT_LIFE_MS || expiresAt <= at || expiresAt - at > warnedMs) return undefined
  const since = expiresAt - warnedMs
  const text = `The API key "${name}" (…${hint}) of ${user} expires at ${iso(expiresAt)}.`
  const told = { _id, name, user, hint, expiresAt: iso(expiresAt) }
  return {
    seen: { subject: `key/${_id}`, state: 'expiring', since },
    user,
    body: bodyOf({ occurrence: 'key.expiring', text, state: 'expiring', since, key: told }),
  }
}

export type ReportedKey = {
  lineId: string
  key: { id: string; hint: string; user: string }
  at: number
  detail: string
}

export const sightLeak = ({ lineId, key, at, detail }: ReportedKey): ServiceSighting => ({
  seen: { subject: `leak/${lineId}`, state: 'leaked', since: at },
  user: key.user,
  body: bodyOf({
    occurrence: 'key.leaked',
    text: `An API key (…${key.hint}) of ${key.user} was reported as leaked, and does not work any more: ${detail}.`,
    state: 'leaked',
    since: at,
    key: { _id: key.id, user: key.user, hint: key.hint },
  }),
})

type AllowanceFigures = { limit: number; used: number; left: number; resetsAt: Date }

export function sightAllowance({ limit, used, left, resetsAt }: AllowanceFigures): ServiceSighting {
  const since = resetsAt.getTime() - DAY_MS
  return {
    seen: { subject: 'mail-allowance', state: used > 0 && left === 0 ? 'used-up' : 'well', since },
    body: bodyOf({
      occurrence: 'mail-allowance.used-up',
      text: `The mail allowance of today is used up: ${used} of ${limit} recipients. It is counted anew at ${resetsAt.toISOString()}.`,
      state: 'used-up',
      since,
      figures: { limit, used, left, resetsAt: resetsAt.toISOString() },
    }),
  }
}

/** From this share of the budget on it is told, */
const NEAR = 0.85
/** and below this one it is over. */
const OVER = 0.75

/** @param wasNear whether it was told before. @returns `since` as it is now, where it was not near before */
export function sightBudget(
  usedBytes: number,
  maxBytes: number,
  { wasNear, at }: { wasNear: boolean; at: number },
): ServiceSighting {
  const share = usedBytes / maxBytes
  const isNear = share >= (wasNear ? OVER : NEAR)
  return {
    seen: { subject: 'store-budget', state: isNear ? 'near' : 'well', since: at },
    body: bodyOf({
      occurrence: 'store.budget-near',
      text: `Events and webhook logs take ${Math.round(share * 100)} % of their budget; from 90 % on the oldest events that nothing matched are given up.`,
      state: 'near',
      since: at,
      figures: { usedBytes, maxBytes },
    }),
  }
}
