import { randomBytes } from 'node:crypto'
import { ROOT_ROLE } from '@sluice/contracts'
import { newEtag } from '@sluice/documents'
import { type Secret, secret } from '@sluice/service-kit'
import type { Collection } from '@sluice/store'
import type { Dependencies } from './dependencies.ts'

const OWNER = 'admin'
const GENERATED_BYTES = 18

/**
 * Makes the first owner where no user has the root role; of several processes that start at once, one does.
 * @param given the password; without it one is generated
 * @returns the generated password, when this call made the owner with one
 */
export async function createFirstOwner(
  dependencies: Dependencies,
  given: Secret | undefined,
): Promise<Secret | undefined> {
  const { store, changes, db, hashPassword } = dependencies
  const namespace = { db, collection: 'users' }
  if (await hasOwner(store.collection(namespace))) return undefined
  const password = given ?? secret(randomBytes(GENERATED_BYTES).toString('base64url'))
  const hash = await hashPassword(password.reveal())
  const recorded = await changes.record('users', OWNER, async (transaction, _change, abandon) => {
    const users = transaction.collection(namespace)
    if (await hasOwner(users)) return abandon('there-is-one')
    const $set = { password: hash, roles: [ROOT_ROLE], _etag: newEtag() }
    await users.updateOne({ _id: OWNER }, { $set, $unset: { disabled: true } }, { upsert: true })
    return 'made'
  })
  return recorded.result === 'made' && !given ? password : undefined
}

const hasOwner = async (users: Collection): Promise<boolean> =>
  (await users.count({ roles: ROOT_ROLE }, { limit: 1 })) > 0
