import type { ChangeLog } from '@sluice/change-log'
import { apiKeyRecord } from '@sluice/contracts'
import { auditLine, type Occasion, writeAuditLine } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import type { EndKeysOf } from '../ports/end-keys.ts'

type Dependencies = { store: Store; changes: ChangeLog; db: string }

const BATCH = 100

/** Ends keys where the keys service keeps them, each told to every process and to the audit trail. */
export function endKeysOf({ store, changes, db }: Dependencies): EndKeysOf {
  const namespace = { db, collection: 'apiKeys' }

  const end = (id: unknown, occasion: Occasion) =>
    changes.recordEnd('keys', String(id), async transaction => {
      const removed = await transaction.collection(namespace).findOneAndDelete({ _id: id })
      const key = apiKeyRecord.safeParse(removed).data
      const event = { action: 'key.revoked', detail: 'its holder was deleted' } as const
      if (key) await writeAuditLine(transaction, db, auditLine(occasion, { ...event, key }))
    })

  return async (user, occasion) => {
    const some = () => store.collection(namespace).find({ user }, { projection: { _id: 1 }, limit: BATCH })
    for (let found = await some(); found.length > 0; found = await some()) {
      for (const { _id } of found) await end(_id, occasion)
    }
  }
}
