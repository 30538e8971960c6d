import { documentPath } from '../domain/document-path.ts'
import { type ListedUser, readUser, type UserUpdate } from '../domain/users/user-form.ts'
import { userFilter } from '../domain/users/user-search.ts'
import type { IssuedSession } from '../http/token.ts'
import { call, callFor } from './call.ts'
import { systemPath } from './service-facts.ts'

type StoredUser = Readonly<Record<string, unknown>>

/** A password in clear, or, from a root user, the hash of one that nobody here knows. */
export type PasswordWish = { password: string } | { passwordHash: string }
export type NewUser = { _id: string; roles: readonly string[] } & PasswordWish
/** A user with the ETag of that moment. */
export type ReadUser = { user: ListedUser; etag: string | undefined }

export const USERS_PER_PAGE = 25
/** More roles than anybody reads through. */
const LOOKED_AT = 1_000

type QueryParameters = Readonly<Record<string, string | number | undefined>>

/** The parameters of a query that say something. */
function queryText(parameters: QueryParameters): string {
  const said = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}

const list = async (parameters: QueryParameters) =>
  call<StoredUser[]>({ method: 'GET', path: `${await systemPath('users')}${queryText(parameters)}` })

const at = async (id: string) => `${await systemPath('users')}/${documentPath(id)}`

const write = async (id: string, body: unknown, etag?: string): Promise<ReadUser> => {
  const headers: Readonly<Record<string, string>> = etag === undefined ? {} : { 'if-match': etag }
  const reply = await call<StoredUser>({ method: 'PATCH', path: await at(id), body, headers })
  return { user: readUser(reply.value), etag: reply.etag }
}

/** The calls about users. What they answer never holds a password. */
export const usersApi = {
  async list(q: string, page: number): Promise<{ users: ListedUser[]; total: number }> {
    const filter = q ? JSON.stringify(userFilter(q)) : undefined
    const reply = await list({ filter, sort: '_id', count: 'true', page, pagesize: USERS_PER_PAGE })
    return { users: reply.value.map(readUser), total: reply.total ?? reply.value.length }
  },
  async show(id: string): Promise<ReadUser> {
    const { value, etag } = await call<StoredUser>({ method: 'GET', path: await at(id) })
    return { user: readUser(value), etag }
  },
  /** How many users could sign in as owners. */
  async countOwners(): Promise<number> {
    const filter = JSON.stringify({ roles: 'admin', disabled: { $ne: true } })
    return (await list({ filter, count: 'true', pagesize: 0 })).total ?? 0
  },
  /** Lists the roles that users have, for those who give them. */
  async rolesOfUsers(): Promise<string[]> {
    const { value } = await list({ keys: '{"roles":1}', pagesize: LOOKED_AT })
    return value.flatMap(user => readUser(user).roles)
  },
  async rolesOfPermissions(): Promise<string[]> {
    const path = `${await systemPath('acl')}${queryText({ keys: '{"roles":1}', pagesize: LOOKED_AT })}`
    return (await callFor<StoredUser[]>({ method: 'GET', path })).flatMap(permission => readUser(permission).roles)
  },
  create: async (body: NewUser) => callFor<StoredUser>({ method: 'POST', path: await systemPath('users'), body }),
  /** @param etag of the version that was read; another one in between is 412 */
  update: (id: string, update: UserUpdate, etag: string | undefined) => write(id, update, etag),
  setPassword: (id: string, wish: PasswordWish) => write(id, wish),
  remove: async (id: string) => callFor<undefined>({ method: 'DELETE', path: await at(id) }),
  /** The answer is a session in the place of the one that has ended by it. The cookie is set anew. */
  changeOwnPassword: (current: string, next: string) =>
    callFor<IssuedSession>({
      method: 'PUT',
      path: '/whoami/password',
      body: { current, new: next },
    }),
}
