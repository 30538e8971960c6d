import type { AuditSearch } from '../../domain/admin/audit-search.ts'
import { sluice } from '../../session/send-signed-in.ts'
import { replyValue } from '../call.ts'

/** A key that has ended, as the audit trail tells of it. */
export type LeakedKey = { id: string; hint: string; user: string }

/** One line of the audit trail: who did what. */
export type AuditLine = {
  _id: string
  at: { $date: number }
  action: string
  actor: string | null
  /** The address of the client. */
  from: string | null
  key?: LeakedKey
  /** The id of what was saved, deleted or meant. */
  subject?: string
  /** The names of the fields that were changed. */
  fields?: readonly string[]
  detail?: string
}
/** Lines, newest first; `next` leads to older ones. */
export type AuditLines = { items: readonly AuditLine[]; next: string | null }

export const AUDIT_PER_PAGE = 100
const LOOKED_AT = 100

const { raw } = sluice

const revocations = async (): Promise<readonly AuditLine[]> =>
  (await replyValue(raw.GET('/admin/audit', { params: { query: { action: 'key.revoked', pagesize: LOOKED_AT } } })))
    .items

export const auditApi = {
  page: ({ from, to, ...search }: AuditSearch, cursor: string | undefined): Promise<AuditLines> => {
    const time = { ...(from !== undefined && { from: String(from) }), ...(to !== undefined && { to: String(to) }) }
    const query = { ...search, ...time, pagesize: AUDIT_PER_PAGE, ...(cursor && { cursor }) }
    return replyValue(raw.GET('/admin/audit', { params: { query } }))
  },
  /** The ids of the last lines that tell of the end of a key. */
  revocations: async (): Promise<ReadonlySet<string>> => new Set((await revocations()).map(({ _id }) => _id)),
  /** The key that a report has just ended. @param hint the last characters of its secret @param before the lines before it */
  async leakedSince(before: ReadonlySet<string>, hint: string): Promise<LeakedKey | undefined> {
    return (await revocations()).find(({ _id, key }) => !before.has(_id) && key?.hint === hint)?.key
  },
}
