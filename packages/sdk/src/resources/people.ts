import type { SluiceCollection } from '../documents/collection.ts'
import type { CallOptions } from '../http/call.ts'
import { unwrap, unwrapWhole } from '../http/raw.ts'
import type { RawClient } from '../http/raw-types.ts'
import { numberedList, splitOptions } from './lists.ts'
import type { BodyOf, ListOptions } from './operation-types.ts'
import { createParams } from './write-options.ts'

/** A user. `password` is written and never answered; all other fields are your own. */
export type SluiceUser = WithId<BodyOf<'replaceUser'>>

/** A permission: who may do what, and by which rules. */
export type SluicePermission = WithId<BodyOf<'replacePermission'>>

/** What a route takes as a definition, as a document: `_etag` is the store's. */
type WithId<Definition> = {
  [Name in keyof Definition as Name extends '_id' | '_etag' ? never : Name]: Definition[Name]
} & {
  _id: string
}

export type UsersResource = ReturnType<typeof createUsersResource>
export type PermissionsResource = ReturnType<typeof createPermissionsResource>

const definitionsOf = <T extends { _id: string }>(collection: SluiceCollection<T>) => ({
  list: collection.find,
  first: collection.first,
  count: collection.count,
  get: collection.get,
  create: collection.insert,
  put: collection.replace,
  patch: collection.patch,
  update: collection.update,
  delete: collection.delete,
})

export const createUsersResource = (users: SluiceCollection<SluiceUser>) => definitionsOf(users)

/** The permissions that are put and those that are deleted. An empty list may be left out. */
export type PermissionChangeList = Partial<BodyOf<'changePermissions'>>

export const createPermissionsResource = (permissions: SluiceCollection<SluicePermission>, raw: RawClient) => ({
  ...definitionsOf(permissions),
  /** Changes many permissions at once: all of them or none. No request meets a part of the changes. */
  change: (changes: PermissionChangeList, options: CallOptions & { dryRun?: boolean } = {}) =>
    unwrap(raw.POST('/acl/changes', { ...createParams(options), body: { put: [], delete: [], ...changes } })),
  /** Lists the stored permissions that are not in force, each with what is wrong with it. */
  ignored(options: ListOptions<'listIgnoredPermissions'> = {}) {
    const { query, call } = splitOptions(options)
    return numberedList(query.pagesize, page =>
      unwrapWhole(raw.GET('/acl/ignored', { params: { query: { ...query, ...page } }, ...call })),
    )
  },
})
