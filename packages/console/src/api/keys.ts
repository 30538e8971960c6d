import { sluice } from '../session/send-signed-in.ts'
import { replyValue } from './call.ts'

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

const { raw } = sluice

const at = (id: string) => ({ params: { path: { id } } })

export const keysApi = {
  policy: (): Promise<OwnKeyPolicy> => replyValue(raw.GET('/keys/policy')),
  list: (): Promise<OwnKey[]> => replyValue(raw.GET('/keys', { params: { query: { pagesize: ALL } } })),
  issue: (body: KeyWish): Promise<SecretKey> => replyValue(raw.POST('/keys', { body })),
  rotate: (id: string, graceSeconds: number): Promise<SecretKey> =>
    replyValue(raw.POST('/keys/{id}/rotate', { ...at(id), body: { graceSeconds } })),
  revoke: (id: string): Promise<undefined> => replyValue(raw.DELETE('/keys/{id}', at(id))),
  /** Lists the days on which it was used, oldest first. */
  usage: async (id: string): Promise<KeyDay[]> => (await replyValue(raw.GET('/keys/{id}/usage', at(id)))).days,
  /** Ends a secret, whosever it is and whether it is live or not. It stands in the body, and nowhere else. */
  reportLeaked: (key: string): Promise<undefined> => replyValue(raw.POST('/keys/leaked', { body: { key } })),
}
