import { pageOf, textOf } from '../webhooks/webhook-search.ts'
import { PERMISSION_PATTERNS, type PermissionPattern } from './patterns.ts'

type ListParameters = Readonly<Record<string, unknown>>

/** Which permissions are listed; it stands in the address. They stand in the order of judging, unless by name. */
export type PermissionsSearch = { q?: string; role?: string; order?: 'name'; page?: number }

/** Which permission is shown: its id, as the address has it. */
type PermissionSearch = { id: string }

/** What a new permission begins with: another one, by its id, or a pattern. */
type NewPermissionSearch = { from?: string; pattern?: PermissionPattern }

export function readPermissionsSearch(raw: ListParameters): PermissionsSearch {
  const q = textOf(raw.q)
  const role = textOf(raw.role)
  const page = pageOf(raw.page)
  return {
    ...(q && { q }),
    ...(role && { role }),
    ...(raw.order === 'name' && { order: raw.order }),
    ...(page && { page }),
  }
}

export const readPermissionSearch = (raw: ListParameters): PermissionSearch => ({ id: textOf(raw.id) ?? '' })

export function readNewPermissionSearch(raw: ListParameters): NewPermissionSearch {
  const from = textOf(raw.from)
  const pattern = PERMISSION_PATTERNS.find(each => each === raw.pattern)
  return { ...(from && { from }), ...(pattern && { pattern }) }
}

/** The query of the API that lists them. A text is looked for in names, descriptions, roles and predicates. */
export function permissionQuery({ q, role, order, page = 1 }: PermissionsSearch, pageSize: number): string {
  const filters = [
    ...(q ? [{ $or: ['_id', 'description', 'roles', 'predicate'].map(field => ({ [field]: textIn(q) })) }] : []),
    ...(role ? [{ roles: role }] : []),
  ]
  const sort = order === 'name' ? { _id: 1 } : { priority: -1, _id: -1 }
  const query = new URLSearchParams({ pagesize: String(pageSize), page: String(page), sort: JSON.stringify(sort) })
  for (const filter of filters) query.append('filter', JSON.stringify(filter))
  query.append('count', '')
  return `?${query}`
}

const textIn = (text: string) => ({ $regex: text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'), $options: 'i' })
