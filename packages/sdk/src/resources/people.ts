import type { SluiceCollection } from '../documents/collection.ts'

/** A user. `password` is written and never answered; all other fields are your own. */
export type SluiceUser = {
  _id: string
  roles: string[]
  password?: string
  disabled?: boolean
  [field: string]: unknown
}

/** A permission: who may do what, and by which rules. */
export type SluicePermission = {
  _id: string
  description?: string
  roles?: string[]
  predicate: string
  priority: number
  mongo?: Record<string, unknown>
  apiKeys?: Record<string, unknown>
  [field: string]: unknown
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

export const createPermissionsResource = (permissions: SluiceCollection<SluicePermission>) => definitionsOf(permissions)
