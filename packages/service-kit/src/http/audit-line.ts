import { type ApiKeyRecord, AUDIT_COLLECTION, type AuditRecord } from '@sluice/contracts'
import type { Namespace, StoreTransaction } from '@sluice/store'
import { v7 } from 'uuid'
import type { ServiceRequest } from './route.ts'

/** The actor, the time and the address of something that is done. */
export type Occasion = Pick<AuditRecord, 'actor' | 'from' | 'at'>

type Event = Pick<AuditRecord, 'action' | 'detail'> & { key?: Pick<ApiKeyRecord, '_id' | 'hint' | 'user'> }

/** What the audit trail says of whoever makes a request. */
export const occasionOf = ({ caller }: Pick<ServiceRequest, 'caller'>, at: Date): Occasion => ({
  actor: caller.principal.id,
  from: caller.clientAddress ?? null,
  at,
})

/** A line of the audit trail. Its id has the time in it, so that lines sort by it. */
export function auditLine({ actor, from, at }: Occasion, { action, detail, key }: Event): AuditRecord {
  return {
    _id: v7({ msecs: at.getTime() }),
    at,
    action,
    actor,
    from,
    ...(key && { key: { id: key._id, hint: key.hint, user: key.user } }),
    ...(detail !== undefined && { detail }),
  }
}

export const auditNamespace = (db: string): Namespace => ({ db, collection: AUDIT_COLLECTION })

/** Adds a line in the transaction of what it tells. */
export async function writeAuditLine({ collection }: StoreTransaction, db: string, line: AuditRecord): Promise<void> {
  await collection(auditNamespace(db)).insertOne(line)
}
