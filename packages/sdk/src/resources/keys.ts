import type { CallOptions } from '../http/call.ts'
import { gone, unwrap, unwrapWhole } from '../http/raw.ts'
import type { RawClient } from '../http/raw-types.ts'
import { cursorList, numberedList, splitOptions } from './lists.ts'
import type { BodyOf, ListOptions } from './operation-types.ts'

export type KeysResource = ReturnType<typeof createKeysResource>
export type AdminResource = ReturnType<typeof createAdminResource>

/** The caller's own API keys. */
export const createKeysResource = (raw: RawClient) => ({
  /** Issues a key: one, also where it is sent again, as an Idempotency-Key goes with it. */
  issue: (key: BodyOf<'issueKey'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/keys', { body: key, repeat: 'keyed', ...options })),
  list(options: ListOptions<'listKeys'> = {}) {
    const { query, call } = splitOptions(options)
    return numberedList(query.pagesize, page =>
      unwrapWhole(raw.GET('/keys', { params: { query: { ...query, ...page } }, ...call })),
    )
  },
  /** Asks what the caller could issue now, or why nothing. */
  policy: (options: CallOptions = {}) => unwrap(raw.GET('/keys/policy', options)),
  /** Gives the key a new secret. The one before works for `graceSeconds` more. */
  rotate: (id: string, settings: BodyOf<'rotateKey'>, options: CallOptions = {}) =>
    unwrap(raw.POST('/keys/{id}/rotate', { params: { path: { id } }, body: settings, repeat: 'never', ...options })),
  /** Counts the uses of a key by day. */
  usage: (id: string, options: CallOptions = {}) =>
    unwrap(raw.GET('/keys/{id}/usage', { params: { path: { id } }, ...options })),
  revoke: (id: string, options: CallOptions = {}): Promise<void> =>
    gone(raw.DELETE('/keys/{id}', { params: { path: { id } }, ...options })),
  /** Ends a secret that has leaked, live or not. Anybody may. */
  leaked: (key: string, options: CallOptions = {}): Promise<void> =>
    gone(raw.POST('/keys/leaked', { body: { key }, repeat: 'idempotent', ...options })),
})

/** The keys of all users, and who changed what. */
export const createAdminResource = (raw: RawClient) => ({
  keys: {
    list(options: ListOptions<'listAllKeys'> = {}) {
      const { query, call } = splitOptions(options)
      return numberedList(query.pagesize, page =>
        unwrapWhole(raw.GET('/admin/keys', { params: { query: { ...query, ...page } }, ...call })),
      )
    },
    revoke: (id: string, options: CallOptions = {}): Promise<void> =>
      gone(raw.DELETE('/admin/keys/{id}', { params: { path: { id } }, ...options })),
    /** Revokes all keys that the filters find: 1,000 at most. `dryRun` counts them only. */
    revokeMany(options: ListOptions<'revokeKeys'>) {
      const { query, call } = splitOptions(options)
      return unwrap(raw.DELETE('/admin/keys', { params: { query }, repeat: 'refused-only', ...call }))
    },
    usage: (id: string, options: CallOptions = {}) =>
      unwrap(raw.GET('/admin/keys/{id}/usage', { params: { path: { id } }, ...options })),
  },
  /** The version and settings of the installation. */
  about: (options: CallOptions = {}) => unwrap(raw.GET('/admin/about', options)),
  /** The processes that run, and how they are. */
  processes: (options: CallOptions = {}) => unwrap(raw.GET('/admin/processes', options)),
  audit(options: ListOptions<'showAudit'> = {}) {
    const { query, call } = splitOptions(options)
    return cursorList(page => unwrap(raw.GET('/admin/audit', { params: { query: { ...query, ...page } }, ...call })))
  },
})
