import type { ApiKeyRecord, UserId } from '@sluice/contracts'
import { allOf } from '@sluice/documents'
import { auditLine, writeAuditLine } from '@sluice/service-kit'
import type { Collection, Document, Sort, Store } from '@sluice/store'
import { auditActions, keysIn, keysOpenTo } from '../domain/key-life.ts'
import type { InsertOutcome, IssueLimits, KeyPage, KeyStore, ReachedLimit } from '../ports/key-store.ts'
import { type KeyBacking, keysNamespace, parseKey } from './key-documents.ts'

/** The owner still sees for so long that a key has expired, and whose it was. */
const EXPIRED_KEPT_SECONDS = 90 * 86_400
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const

/** The key store on the document store. Needs the indexes of `createKeyIndexes`. */
export function documentKeyStore(backing: KeyBacking): KeyStore {
  return { ...keyWriter(backing), ...keyReader(backing) }
}

function keyWriter({ changes, db, logger }: KeyBacking): Pick<KeyStore, 'insertBelowLimits' | 'rotate' | 'remove'> {
  const namespace = keysNamespace(db)
  const readKey = (document: Document) => parseKey(document, logger)

  return {
    async insertBelowLimits(record, limits, { occasion, settle }) {
      const recorded = await changes.record<InsertOutcome>('keys', record._id, async (transaction, _, abandon) => {
        const inside = transaction.collection(namespace)
        const room = await roomFor(inside, { user: record.user, at: record.createdAt }, limits)
        if (typeof room === 'string') return abandon(room)
        await inside.insertOne(record)
        const detail = `roles: ${record.roles.join(', ') || 'none'}; expires ${record.expiresAt.toISOString()}`
        await writeAuditLine(transaction, db, auditLine(occasion, { action: auditActions.issued, key: record, detail }))
        await settle?.(transaction)
        return 'inserted'
      })
      return recorded.result
    },

    async rotate({ _id, user, hash }, { previousUntil, ...secret }, occasion) {
      const update = { $set: { ...secret, previousHash: hash, previousUntil } }
      const recorded = await changes.record<ApiKeyRecord | undefined>('keys', _id, async (transaction, _, abandon) => {
        const inside = transaction.collection(namespace)
        const changed = await inside.findOneAndUpdate({ _id, user, hash }, update, { returnDocument: 'after' })
        const [key] = changed ? readKey(changed) : []
        if (!key) return abandon(undefined)
        const detail = `the old secret works until ${previousUntil.toISOString()}`
        await writeAuditLine(transaction, db, auditLine(occasion, { action: auditActions.rotated, key, detail }))
        return key
      })
      return recorded.result
    },

    async remove(id, occasion, among) {
      // Recorded also when nothing is found: asking again after a lost answer makes sure that every process hears of it.
      const recorded = await changes.recordEnd('keys', id, async transaction => {
        const removed = await transaction.collection(namespace).findOneAndDelete(allOf({ _id: id }, among))
        const [key] = removed ? readKey(removed) : []
        if (key) await writeAuditLine(transaction, db, auditLine(occasion, { action: auditActions.revoked, key }))
        return key
      })
      return recorded.result
    },
  }
}

function keyReader({ store, db, logger }: KeyBacking): Pick<KeyStore, 'roomFor' | 'find' | 'listOf' | 'search'> {
  const keys = store.collection(keysNamespace(db))
  const readKey = (document: Document) => parseKey(document, logger)

  async function findPage(filter: Document, { skip, limit, sort }: { skip: number; limit: number; sort: Sort }) {
    const [documents, total] = await Promise.all([keys.find(filter, { sort, skip, limit }), keys.count(filter)])
    return { records: documents.flatMap(readKey), total }
  }

  return {
    roomFor: (user, at, limits) => roomFor(keys, { user, at }, limits),

    async find(id, owner, at) {
      const found = await keys.findOne(allOf({ _id: id, user: owner }, keysOpenTo('rotated', at)))
      return found && readKey(found)[0]
    },

    listOf: (user, page) => findPage(ownFilter(user, page), { ...page, sort: NEWEST_FIRST }),

    search: (filter, { sort: { field, isDescending }, ...page }) => {
      const direction = isDescending ? -1 : 1
      return findPage(filter, { ...page, sort: { [field]: direction, _id: direction } })
    },
  }
}

/** Has to be done once before the key store is used; does nothing when they are there. */
export async function createKeyIndexes(store: Store, db: string): Promise<void> {
  const keys = store.collection(keysNamespace(db))
  await keys.createIndex({ hash: 1 }, { unique: true })
  await keys.createIndex({ user: 1, createdAt: -1 })
  await keys.createIndex({ expiresAt: 1 }, { expireAfterSeconds: EXPIRED_KEPT_SECONDS })
  await keys.createIndex({ previousHash: 1 }, { partialFilterExpression: { previousHash: { $exists: true } } })
}

async function roomFor(
  keys: Collection,
  { user, at }: { user: UserId; at: Date },
  { keysPerUser, capacity }: IssueLimits,
): Promise<number | ReachedLimit> {
  const ofUser = await keys.count({ user, ...keysIn.active(at) }, { limit: keysPerUser })
  if (ofUser >= keysPerUser) return 'limit-reached'
  // All keys are quick to count, those that work are not: as many as there are too many must have expired, and one more.
  const excess = (await keys.count({})) - capacity
  if (excess < 0) return Math.min(keysPerUser - ofUser, -excess)
  const expired = await keys.count(keysIn.expired(at), { limit: excess + keysPerUser - ofUser })
  return expired > excess ? expired - excess : 'capacity-reached'
}

function ownFilter(user: UserId, { nameContains }: KeyPage): Document {
  if (!nameContains) return { user }
  return { user, name: { $regex: nameContains.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' } }
}
