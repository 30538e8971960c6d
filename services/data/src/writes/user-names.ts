import { type Refusal, refuse } from '@sluice/contracts'
import type { Document, Namespace, Store, StoreTransaction } from '@sluice/store'
import { foldUserName } from '../domain/user-name.ts'
import type { FollowedWrite } from './recorded-guard.ts'

const BATCH = 1_000
const MAX_LOOKED_AT = 100

/** What is kept beside each user: the form that names which look alike have in common. */
type UserName = { _id: string; folded: string }

const namesOf = ({ db }: Pick<Namespace, 'db'>): Namespace => ({ db, collection: '_userNames' })
const userName = (name: string): UserName => ({ _id: name, folded: foldUserName(name) })

/**
 * Keeps the names in step with a write of a user, in its transaction. Those of the change log are serial, so that of
 * names that look alike one is taken, however many processes write at once.
 * @returns why the name of a new user can not be his: somebody has one that looks the same
 */
export async function keepUserName(
  { transaction, id, before, after }: FollowedWrite,
  users: Namespace,
): Promise<Refusal | undefined> {
  if ((before && after) || typeof id !== 'string') return undefined
  const names = transaction.collection(namesOf(users))
  if (!after) {
    await names.deleteOne({ _id: id })
    return undefined
  }
  const name = userName(id)
  if (await isTaken(name, transaction, users)) return nameTaken()
  await names.replaceOne({ _id: id }, name, { upsert: true })
  return undefined
}

/** A name may be left of a user whom a program that keeps none has deleted: it is removed on the way. */
async function isTaken(name: UserName, transaction: StoreTransaction, users: Namespace): Promise<boolean> {
  const names = transaction.collection(namesOf(users))
  for (;;) {
    const alike = await names.find({ folded: name.folded, _id: { $ne: name._id } }, { limit: MAX_LOOKED_AT })
    if (alike.length === 0) return false
    const those = { _id: { $in: alike.map(({ _id }) => _id) } }
    if ((await transaction.collection(users).count(those, { limit: 1 })) > 0) return true
    await names.deleteMany(those)
  }
}

function nameTaken(): Refusal {
  const message =
    'There is a user whose name looks the same (upper and lower case, letters of other scripts). Choose another name.'
  return refuse('CONFLICT', message, [{ path: '_id', message }])
}

/**
 * Keeps the names of the users that are there already, at start: those of an earlier version, or of another program. Some
 * may look alike; they are left alone. Reads a thousand at a time.
 */
export async function keepStoredNames({ store, db }: { store: Store; db: string }): Promise<void> {
  const names = store.collection(namesOf({ db }))
  await names.createIndex({ folded: 1 })
  const users = store.collection({ db, collection: 'users' })
  for await (const batch of users.scan({}, { projection: { _id: 1 }, batchSize: BATCH })) {
    const wanted = batch.flatMap(namesIn)
    const kept = await names.find({ _id: { $in: wanted.map(({ _id }) => _id) } }, { limit: BATCH })
    const foldedOf = new Map(kept.map(({ _id, folded }) => [_id, folded]))
    const missing = wanted.filter(({ _id, folded }) => foldedOf.get(_id) !== folded)
    const writes = missing.map(name => ({
      replaceOne: { filter: { _id: name._id }, replacement: name, upsert: true },
    }))
    // Another process that starts now may have written the same.
    if (writes.length > 0) await names.bulkWrite(writes, { ordered: false })
  }
}

const namesIn = ({ _id }: Document): UserName[] => (typeof _id === 'string' ? [userName(_id)] : [])
