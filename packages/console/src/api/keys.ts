import { call, callFor } from './call.ts'

/** Epoch ms, as the API writes a time. */
type ApiDate = { $date: number }

export type OwnKey = {
  _id: string
  name: string
  roles: readonly string[]
  createdAt: ApiDate
  expiresAt: ApiDate
  lastUsedAt?: ApiDate
  /** The last four characters of the secret. */
  hint: string
  /** Until then the secret before the last rotation works too. */
  previousUntil?: ApiDate
}

/** A key with its secret, which no other answer holds. */
export type SecretKey = OwnKey & { key: string }

export type OwnKeyPolicy =
  | {
      canIssue: true
      permission: string
      roles: readonly string[]
      maxExpiresInDays: number
      defaultExpiresInDays: number
      maxKeysPerUser: number
      keysLeft: number
    }
  | { canIssue: false; code: string; detail: string }

/** The requests of a day, UTC: `2026-11-23`. */
export type KeyDay = { day: string; requests: number }

export type KeyWish = { name: string; roles: readonly string[]; expiresIn: number }

/** More than anybody may have. */
const ALL = 1_000

export const keysApi = {
  policy: () => callFor<OwnKeyPolicy>({ method: 'GET', path: '/keys/policy' }),
  list: () => callFor<OwnKey[]>({ method: 'GET', path: `/keys?pagesize=${ALL}` }),
  issue: (body: KeyWish) => callFor<SecretKey>({ method: 'POST', path: '/keys', body }),
  rotate: (id: string, graceSeconds: number) =>
    callFor<SecretKey>({ method: 'POST', path: `/keys/${encodeURIComponent(id)}/rotate`, body: { graceSeconds } }),
  revoke: (id: string) => callFor<undefined>({ method: 'DELETE', path: `/keys/${encodeURIComponent(id)}` }),
  /** Lists the days on which it was used, oldest first. */
  usage: async (id: string) =>
    (await callFor<{ days: KeyDay[] }>({ method: 'GET', path: `/keys/${encodeURIComponent(id)}/usage` })).days,
  /** Ends a secret, whosever it is and whether it is live or not. It stands in the body, and nowhere else. */
  reportLeaked: (key: string) => callFor<undefined>({ method: 'POST', path: '/keys/leaked', body: { key } }),
}

const KEYS_OF_USER = 50

/** The keys of all users, for the owner. */
export const allKeysApi = {
  async ofUser(user: string): Promise<{ keys: OwnKey[]; total: number }> {
    const query = new URLSearchParams({ user, pagesize: String(KEYS_OF_USER) })
    const { value, total = value.length } = await call<OwnKey[]>({ method: 'GET', path: `/admin/keys?${query}` })
    return { keys: value, total }
  },
}
