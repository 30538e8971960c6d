import type { KeyChoice, KeyOrder } from '../../domain/admin/key-search.ts'
import { sluice } from '../../session/send-signed-in.ts'
import { reply, replyValue } from '../call.ts'
import type { KeyDay, OwnKey } from '../keys.ts'

/** A key of somebody. What a permission hides of it is missing. */
export type ListedKey = Pick<OwnKey, '_id'> & Partial<Omit<OwnKey, '_id'>> & { user?: string }
export type ListedKeys = { keys: readonly ListedKey[]; total: number }
/** How many keys a filter has found, and how many of them do not work any more. */
export type ManyRevoked = { matched: number; revoked: number }

type KeySlice = { sort?: KeyOrder | undefined; page?: number; pagesize: number }

export const KEYS_PER_PAGE = 50
const KEYS_OF_USER = 50
/** More keys than these nobody chooses from. */
const MOST_LISTED = 200
/** An answer holds as many at most. */
const MOST_AT_ONCE = 1_000
/** More keys than these are not put into one file. */
const MOST_SAVED = 20_000

const { raw } = sluice

const at = (id: string) => ({ params: { path: { id } } })

async function pageOf(choice: KeyChoice, { sort, ...slice }: KeySlice): Promise<ListedKeys> {
  const query = { ...choice, ...slice, ...(sort && { sort }) }
  const { value, total = value.length } = await reply(raw.GET('/admin/keys', { params: { query } }))
  return { keys: value, total }
}

/** The keys of all users, for the owner and whom a permission lets in. */
export const allKeysApi = {
  page: pageOf,
  /** The keys that work, of all users: those that were issued last. */
  working: () => replyValue(raw.GET('/admin/keys', { params: { query: { state: 'active', pagesize: MOST_LISTED } } })),
  /** Lists the keys that end within some days, the first one first. */
  ending: (days: number, pagesize: number): Promise<ListedKeys> =>
    pageOf({ state: 'active', expiresWithinDays: days }, { sort: 'expiresAt', pagesize }),
  ofUser: (user: string): Promise<ListedKeys> => pageOf({ user }, { pagesize: KEYS_OF_USER }),
  find: (id: string): Promise<ListedKey> => replyValue(raw.GET('/admin/keys/{id}', at(id))),
  /** Lists all that match, for a file. */
  async every(choice: KeyChoice, sort: KeyOrder | undefined): Promise<ListedKeys> {
    const keys: ListedKey[] = []
    for (let page = 1; page <= MOST_SAVED / MOST_AT_ONCE; page += 1) {
      const next = await pageOf(choice, { sort, page, pagesize: MOST_AT_ONCE })
      keys.push(...next.keys)
      if (keys.length >= next.total || next.keys.length === 0) return { keys, total: next.total }
    }
    return { keys, total: (await pageOf(choice, { pagesize: 1 })).total }
  },
  /** Lists the days on which it was used, oldest first; also of a key that is gone. */
  usage: async (id: string): Promise<KeyDay[]> => (await replyValue(raw.GET('/admin/keys/{id}/usage', at(id)))).days,
  revoke: (id: string): Promise<undefined> => replyValue(raw.DELETE('/admin/keys/{id}', at(id))),
  countMatching: async (choice: KeyChoice): Promise<number> =>
    (await replyValue(raw.DELETE('/admin/keys', { params: { query: { ...choice, dryRun: true } } }))).matched,
  /** Revokes a part of those that match: the same again revokes more. */
  revokeSome: (choice: KeyChoice): Promise<ManyRevoked> =>
    replyValue(raw.DELETE('/admin/keys', { params: { query: choice } })),
}
