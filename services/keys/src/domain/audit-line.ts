import type { ApiKeyRecord, AuditRecord } from '@sluice/contracts'
import { v7 } from 'uuid'
import type { Occasion } from '../ports.ts'

type Event = Pick<AuditRecord, 'action' | 'detail'> & { key?: Pick<ApiKeyRecord, '_id' | 'hint' | 'user'> }

/** A line of the audit trail. Its id has the time in it, so that lines sort by it. */
export function auditLine({ actor, from, at }: Occasion, { action, detail, key }: Event): AuditRecord {
  return {
    ...{ _id: v7({ msecs: at.getTime() }), at, action, actor, from },
    ...(key && { key: { id: key._id, hint: key.hint, user: key.user } }),
    ...(detail !== undefined && { detail }),
  }
}
