import { randomBytes } from 'node:crypto'
import { grantableRoles, ROOT_ROLE, userId } from '@sluice/contracts'
import { newEtag } from '@sluice/documents'
import { type Occasion, OperatorError, type Secret, secret, writeAuditOf } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { DataDependencies } from './dependencies.ts'
import { isOwner } from './domain/owner.ts'
import type { VerifyPassword } from './ports/passwords.ts'
import { hasOwner } from './writes/find-owner.ts'

export const OWNER = userId.parse('admin')
const GENERATED_BYTES = 18

/** What the audit trail says of a write of the owner by the settings, which no user has made. */
export const AUDITED_OWNER = { kind: 'user', id: OWNER } as const
export const byNobody = ({ storeTime }: Pick<DataDependencies['changes'], 'storeTime'>): Occasion => ({
  actor: null,
  from: null,
  at: new Date(storeTime()),
})

/** Nobody could ever sign in. */
class OwnerMissingError extends OperatorError {
  override name = 'OwnerMissingError'
}

/** `given` stands in the settings; without it one is generated, where somebody can be told. */
type OwnerPassword = { given: Secret | undefined; mayBeGenerated: boolean }

/**
 * What was done about the owner at a start. `made`: the user `admin` has the root role, is enabled and has the password,
 * which is given here if it was generated. `locked-out`: users have the root role, but none of them can sign in.
 */
type OwnerAtStart = { kind: 'there-is-one' } | { kind: 'locked-out' } | { kind: 'made'; generated: Secret | undefined }

/**
 * Makes the user `admin` the owner where no owner can sign in; of several processes that start at once, one does.
 * @throws OwnerMissingError when there is no owner at all, and no password for one
 */
export async function createFirstOwner(dependencies: DataDependencies, password: OwnerPassword): Promise<OwnerAtStart> {
  const { store, db } = dependencies
  const users = store.collection({ db, collection: 'users' })
  if (await hasOwner(users)) return { kind: 'there-is-one' }
  if (!password.given && !password.mayBeGenerated) {
    // What runs goes on running: others may do their work without an owner.
    if ((await users.count({ roles: ROOT_ROLE }, { limit: 1 })) > 0) return { kind: 'locked-out' }
    const detail = `There is no owner yet in the database ${db}. Set SLUICE_ADMIN_PASSWORD (at least 8 characters): it becomes the password of "${OWNER}", and is not needed again.`
    throw new OwnerMissingError(detail)
  }
  return makeOwner(dependencies, password, async place => hasOwner(place.users))
}

/**
 * Makes the user `admin` the owner again, whoever else is one, whatever has become of that user: for whom nobody has the
 * password any more. It is not touched where all of that holds already.
 * @throws OwnerMissingError when there is no password for it
 */
export function restoreOwner(
  dependencies: DataDependencies & { verifyPassword: VerifyPassword },
  password: OwnerPassword,
): Promise<OwnerAtStart> {
  const { given } = password
  if (!given && !password.mayBeGenerated) {
    throw new OwnerMissingError(
      `SLUICE_RESTORE_OWNER is set, but there is no password for "${OWNER}". Set SLUICE_ADMIN_PASSWORD too (at least 8 characters), or take SLUICE_RESTORE_OWNER out.`,
    )
  }
  return makeOwner(
    dependencies,
    password,
    async ({ before }) =>
      given !== undefined &&
      isOwner(before) &&
      (await dependencies.verifyPassword(String(before?.password), given.reveal())),
  )
}

type UsersPlace = { users: Parameters<typeof hasOwner>[0]; before: Document | undefined }

async function makeOwner(
  { store, changes, db, hashPassword, endKeysOf }: DataDependencies,
  { given }: OwnerPassword,
  isThere: (place: UsersPlace) => Promise<boolean>,
): Promise<OwnerAtStart> {
  const namespace = { db, collection: 'users' }
  const password = given ?? secret(randomBytes(GENERATED_BYTES).toString('base64url'))
  const hash = await hashPassword(password.reveal())
  // Keys that a removed user has left are not for who gets the name.
  if ((await store.collection(namespace).count({ _id: OWNER }, { limit: 1 })) === 0) {
    await endKeysOf(OWNER, { actor: OWNER, from: null, at: new Date(changes.storeTime()) })
  }
  const { result } = await changes.record('users', OWNER, async (transaction, _change, abandon) => {
    const users = transaction.collection(namespace)
    const before = await users.findOne({ _id: OWNER })
    if (await isThere({ users, before })) return abandon('there-is-one')
    const $set = { password: hash, roles: rolesWithRoot(before), _etag: newEtag() }
    await users.updateOne({ _id: OWNER }, { $set, $unset: { disabled: true } }, { upsert: true })
    const { disabled: _, ...kept }: Document = before ?? {}
    const after = { ...kept, ...$set }
    await writeAuditOf(transaction, db, { ...AUDITED_OWNER, before, after, occasion: byNobody(changes) })
    return 'made'
  })
  return result === 'made' ? { kind: 'made', generated: given ? undefined : password } : { kind: 'there-is-one' }
}

/** Returns the user's roles, as far as they are any, and the root role. */
function rolesWithRoot(user: Document | undefined): readonly string[] {
  const { data = [] } = grantableRoles.safeParse(user?.roles)
  const all = grantableRoles.safeParse([...new Set([...data, ROOT_ROLE])])
  return all.data ?? [ROOT_ROLE]
}
