import { randomBytes } from 'node:crypto'
import { ROOT_ROLE } from '@sluice/contracts'
import { newEtag } from '@sluice/documents'
import { OperatorError, type Secret, secret } from '@sluice/service-kit'
import type { Collection } from '@sluice/store'
import type { Dependencies } from './dependencies.ts'

export const OWNER = 'admin'
const GENERATED_BYTES = 18

/** Nobody could ever sign in. */
class OwnerMissingError extends OperatorError {
  override name = 'OwnerMissingError'
}

type FirstPassword = { given: Secret | undefined; mayBeGenerated: boolean }

/**
 * Makes the first owner where no user has the root role; of several processes that start at once, one does.
 * @returns the generated password, when this call made the owner with one
 * @throws OwnerMissingError when there is no owner and no password for one
 */
export async function createFirstOwner(
  dependencies: Dependencies,
  { given, mayBeGenerated }: FirstPassword,
): Promise<Secret | undefined> {
  const { store, changes, db, hashPassword } = dependencies
  const namespace = { db, collection: 'users' }
  if (await hasOwner(store.collection(namespace))) return undefined
  if (!given && !mayBeGenerated) {
    const detail = `There is no owner yet in the database ${db}. Set SLUICE_ADMIN_PASSWORD (at least 8 characters): it becomes the password of "${OWNER}", and is not needed again.`
    throw new OwnerMissingError(detail)
  }
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
