import { AUDIT_COLLECTION, type AuditRecord, apiKeyRecord, auditRecord } from '@sluice/contracts'
import type { Store } from '@sluice/store'
import { firstIdAt, timeOfId } from '../domain/execution/execution-id.ts'
import { KEY_WARNED_MS, type ReportedKey } from '../domain/occurrence/service-words.ts'
import type { KeyNews } from '../ports/key-news.ts'

/** Lines of the audit trail are written a moment after their time. */
const OVERLAP_MS = 60_000
const MOST_LINES = 500
/** What the service of keys writes of a secret that was reported. */
const REPORTED = /was reported as leaked$/

/** Keys and the audit trail, as the service of keys has written them. */
export function documentKeyNews({ store, db }: { store: Store; db: string }): KeyNews {
  const keys = store.collection({ db, collection: 'apiKeys' })
  const lines = store.collection({ db, collection: AUDIT_COLLECTION })

  return {
    async ending({ at, after, limit }) {
      const expiresAt = { $gt: new Date(at), $lte: new Date(at + KEY_WARNED_MS) }
      const found = await keys.find({ expiresAt, _id: { $gt: after } }, { sort: { _id: 1 }, limit })
      return found.flatMap(document => apiKeyRecord.safeParse(document).data ?? [])
    },

    async leaked({ from, at }) {
      const filter = { _id: { $gte: firstIdAt(Math.max(0, from)) }, action: 'key.revoked' }
      const found = await lines.find(filter, { sort: { _id: 1 }, limit: MOST_LINES })
      const read = found.flatMap(document => auditRecord.safeParse(document).data ?? [])
      const last = found.length < MOST_LINES ? undefined : read.at(-1)
      return { leaks: read.flatMap(leakOf), upTo: last ? timeOfId(last._id) : at - OVERLAP_MS }
    },
  }
}

function leakOf({ _id, key, at, detail = '' }: AuditRecord): ReportedKey[] {
  return key && REPORTED.test(detail) ? [{ lineId: _id, key, at: at.getTime(), detail }] : []
}
