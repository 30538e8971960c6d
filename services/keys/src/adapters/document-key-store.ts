import type { ChangeLog } from '@sluice/change-log'
import { type ApiKeyRecord, apiKeyRecord, type UserId } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { Collection, Document, Namespace, Store } from '@sluice/store'
import type { InsertOutcome, IssueLimits, KeyPage, KeyStore } from '../ports.ts'

type Backing = { store: Store; changes: ChangeLog; db: string; logger: Logger }

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const

const namespaceOf = (db: string): Namespace => ({ db, collection: 'apiKeys' })

/** The key store on the document store. Needs the indexes of `createKeyIndexes`. */
export function documentKeyStore({ store, changes, db, logger }: Backing): KeyStore {
  const namespace = namespaceOf(db)
  const keys = store.collection(namespace)
  const readKey = (document: Document) => parseKey(document, logger)

  return {
    async insertBelowLimits(record, limits) {
      const recorded = await changes.record<InsertOutcome>('keys', record._id, async (transaction, _, abandon) => {
        const inside = transaction.collection(namespace)
        const reached = await findReachedLimit(inside, record, limits)
        if (reached) return abandon(reached)
        await inside.insertOne(record)
        return 'inserted'
      })
      return recorded.result
    },

    async listOf(user, page) {
      const filter = filterOf(user, page)
      const [documents, total] = await Promise.all([
        keys.find(filter, { sort: NEWEST_FIRST, skip: page.skip, limit: page.limit }),
        keys.count(filter),
      ])
      return { records: documents.flatMap(readKey), total }
    },

    async remove(id, owner) {
      // Recorded also when nothing is found: asking again after a lost answer makes sure that every process hears of it.
      const recorded = await changes.record('keys', id, transaction =>
        transaction.collection(namespace).findOneAndDelete({ _id: id, user: owner }),
      )
      return recorded.result && readKey(recorded.result)[0]
    },
  }
}

/** Has to be done once before the key store is used; does nothing when they are there. */
export async function createKeyIndexes(store: Store, db: string): Promise<void> {
  const keys = store.collection(namespaceOf(db))
  await keys.createIndex({ hash: 1 }, { unique: true })
  await keys.createIndex({ user: 1, createdAt: -1 })
  await keys.createIndex({ expiresAt: 1 })
}

async function findReachedLimit(
  keys: Collection,
  { user, createdAt: now }: ApiKeyRecord,
  { keysPerUser, capacity }: IssueLimits,
): Promise<'limit-reached' | 'capacity-reached' | undefined> {
  const ofUser = await keys.count({ user, expiresAt: { $gt: now } }, { limit: keysPerUser })
  if (ofUser >= keysPerUser) return 'limit-reached'
  // All keys are quick to count, those that work are not: as many as there are too many must have expired, and one more.
  const excess = (await keys.count({})) - capacity
  if (excess < 0) return undefined
  const expired = await keys.count({ expiresAt: { $lte: now } }, { limit: excess + 1 })
  return expired > excess ? undefined : 'capacity-reached'
}

function filterOf(user: UserId, { nameContains }: KeyPage): Document {
  if (!nameContains) return { user }
  return { user, name: { $regex: nameContains.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' } }
}

/** A record that got in some other way and is no key is left out, so that it does not hide the others. */
function parseKey(document: Document, logger: Logger): ApiKeyRecord[] {
  const parsed = apiKeyRecord.safeParse(document)
  if (parsed.success) return [parsed.data]
  logger.warn(
    { id: String(document._id), fields: parsed.error.issues.map(issue => issue.path.join('.')) },
    'key.unreadable',
  )
  return []
}
