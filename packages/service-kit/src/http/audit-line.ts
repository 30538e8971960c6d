import { isDeepStrictEqual } from 'node:util'
import { type ApiKeyRecord, AUDIT_COLLECTION, type AuditRecord, formatId } from '@sluice/contracts'
import type { Document, Namespace, StoreTransaction } from '@sluice/store'
import { v7 } from 'uuid'
import type { ServiceRequest } from './route.ts'

/** The actor, the time and the address of something that is done. */
export type Occasion = Pick<AuditRecord, 'actor' | 'from' | 'at'>

type Event = Pick<AuditRecord, 'action' | 'detail' | 'subject' | 'fields'> & {
  key?: Pick<ApiKeyRecord, '_id' | 'hint' | 'user'>
}

/** What the audit trail says of whoever makes a request. */
export const occasionOf = ({ caller }: Pick<ServiceRequest, 'caller'>, at: Date): Occasion => ({
  actor: caller.principal.id,
  from: caller.clientAddress ?? null,
  at,
})

/** A line of the audit trail. Its id has the time in it, so that lines sort by it. */
export function auditLine({ actor, from, at }: Occasion, { action, detail, subject, fields, key }: Event): AuditRecord {
  return {
    _id: v7({ msecs: at.getTime() }),
    at,
    action,
    actor,
    from,
    ...(key && { key: { id: key._id, hint: key.hint, user: key.user } }),
    ...(subject !== undefined && { subject }),
    ...(fields && { fields }),
    ...(detail !== undefined && { detail }),
  }
}

export const auditNamespace = (db: string): Namespace => ({ db, collection: AUDIT_COLLECTION })

/** Adds a line in the transaction of what it tells. */
export async function writeAuditLine({ collection }: StoreTransaction, db: string, line: AuditRecord): Promise<void> {
  await collection(auditNamespace(db)).insertOne(line)
}

/** A thing that was written or removed; `before` is undefined for a new one, `after` for one that is gone. */
export type AuditedWrite = {
  kind: 'permission' | 'user' | 'app' | 'webhook' | 'mail-server'
  id: unknown
  before: Document | undefined
  after: Document | undefined
}

/**
 * Adds a line on a write in the transaction of that write, so that no line is lost or invented; none where nothing is
 * other than it was.
 */
export async function writeAuditOf(
  transaction: StoreTransaction,
  db: string,
  { occasion, ...write }: AuditedWrite & { occasion: Occasion },
): Promise<void> {
  const event = eventOf(write)
  if (event) await writeAuditLine(transaction, db, auditLine(occasion, event))
}

/** Does the same for many writes of one transaction. */
export async function writeAuditOfEach(
  { collection }: StoreTransaction,
  db: string,
  { writes, occasion }: { writes: readonly AuditedWrite[]; occasion: Occasion },
): Promise<void> {
  const lines = writes.flatMap(write => eventOf(write) ?? []).map(event => auditLine(occasion, event))
  if (lines.length > 0) await collection(auditNamespace(db)).insertMany(lines)
}

function eventOf({ kind, id, before, after }: AuditedWrite): Event | undefined {
  const subject = formatId(id)
  if (!after) return before && { action: `${kind}.deleted`, subject }
  const fields = changedFields(before, after)
  return !before || fields.length > 0 ? { action: `${kind}.saved`, subject, fields } : undefined
}

const MAX_FIELDS = 50
const MAX_FIELD_NAME = 100
/** They change with each write, and tell of no change. */
const UNTOLD: ReadonlySet<string> = new Set(['_id', '_etag', 'version', 'updatedAt'])

/** The names of the fields on the first level that differ, 50 at most. */
function changedFields(before: Document = {}, after: Document = {}): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => !UNTOLD.has(name))
  const changed = names.filter(name => !isDeepStrictEqual(before[name], after[name]))
  return changed.slice(0, MAX_FIELDS).map(name => name.slice(0, MAX_FIELD_NAME))
}
