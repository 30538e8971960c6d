import type { ChangeLog } from '@sluice/change-log'
import { type ApiKeyRecord, apiKeyRecord, formatId } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { Document, Namespace, Store } from '@sluice/store'

/** What keys are kept in. */
export type KeyBacking = { store: Store; changes: ChangeLog; db: string; logger: Logger }

export const keysNamespace = (db: string): Namespace => ({ db, collection: 'apiKeys' })

/** A record that got in some other way and is no key is left out, so that it does not hide the others. */
export function parseKey(document: Document, logger: Logger): ApiKeyRecord[] {
  const parsed = apiKeyRecord.safeParse(document)
  if (parsed.success) return [parsed.data]
  logger.warn(
    { id: formatId(document._id), fields: parsed.error.issues.map(issue => issue.path.join('.')) },
    'key.unreadable',
  )
  return []
}
