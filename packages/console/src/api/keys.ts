import { callFor } from './call.ts'

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
}
