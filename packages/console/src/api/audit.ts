import { callFor } from './call.ts'

/** A key that has ended, as the audit trail tells of it. */
export type LeakedKey = { id: string; hint: string; user: string }

type AuditLines = { items: readonly { at: { $date: number }; detail?: string; key?: LeakedKey }[] }

/** A report that was carried out just now has its line within this time. */
const JUST_NOW_MS = 15_000
const LOOKED_AT = 20

export const auditApi = {
  /** The key that a report has just ended. @param hint the last characters of its secret */
  async lastLeaked(hint: string): Promise<LeakedKey | undefined> {
    const from = Date.now() - JUST_NOW_MS
    const path = `/admin/audit?action=key.revoked&from=${from}&pagesize=${LOOKED_AT}`
    const { items } = await callFor<AuditLines>({ method: 'GET', path })
    return items.find(({ key }) => key?.hint === hint)?.key
  },
}
