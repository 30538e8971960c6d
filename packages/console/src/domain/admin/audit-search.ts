import { readUserSearch } from '../users/user-search.ts'
import { instantOf } from '../webhooks/log-search.ts'
import { textOf } from '../webhooks/webhook-search.ts'
import { type SearchedAction, searchedAction } from './audit-words.ts'

/** Which lines of the audit trail are shown; it stands in the address. Times are epoch ms. `id`: of what was written. */
export type AuditSearch = {
  action?: SearchedAction
  user?: string
  key?: string
  id?: string
  from?: number
  to?: number
}

/** Another choice of lines; undefined is none. */
export type AuditChange = { [K in keyof AuditSearch]?: AuditSearch[K] | undefined }

const said = (change: AuditChange): AuditSearch =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined && value !== ''))

/** Reads the address: what is no value of a parameter is left out. */
export const readAuditSearch = (raw: Readonly<Record<string, unknown>>): AuditSearch =>
  said({
    action: searchedAction(raw.action),
    user: readUserSearch(raw).user,
    key: textOf(raw.key),
    id: textOf(raw.id),
    from: instantOf(raw.from),
    to: instantOf(raw.to),
  })

/** The address with some of it changed. */
export const changedSearch = (search: AuditSearch, change: AuditChange): AuditSearch => said({ ...search, ...change })
