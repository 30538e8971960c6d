import { pageOf, textOf } from '../webhooks/webhook-search.ts'

/** Which users are listed; it stands in the address. */
export type UsersSearch = { q?: string; page?: number }
/** The user whose page is shown. */
export type UserSearch = { user: string }

type RawSearch = Readonly<Record<string, unknown>>
/** Names have 256 characters at most. */
const LONGEST_NAME = 256

export function readUsersSearch(raw: RawSearch): UsersSearch {
  const q = textOf(raw.q)
  const page = pageOf(raw.page)
  return { ...(q && { q }), ...(page && { page }) }
}

/** A name of digits alone is read as a number by the router. */
export const readUserSearch = ({ user }: RawSearch): UserSearch => ({
  user: typeof user === 'string' || typeof user === 'number' ? String(user).slice(0, LONGEST_NAME) : '',
})

/** The filter that finds users by a part of their names or by a role. */
export function userFilter(q: string): object {
  const part = { $regex: q.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), $options: 'i' }
  return { $or: [{ _id: part }, { roles: part }] }
}
