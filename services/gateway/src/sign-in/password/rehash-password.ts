import { hash } from '@node-rs/argon2'
import type { ChangeLog } from '@sluice/change-log'
import { passwordRecipe } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { UserRecord } from '../user-cache.ts'
import { OWN_RECIPE } from './verify-password.ts'

type Dependencies = { changes: ChangeLog; db: string; logger: Logger }

/** bcrypt reads no further; what stands after it was never verified. */
const BCRYPT_BYTES = 72

/** Replaces the imported hash of a user whose password was right by one of ours. It is tried again at the next sign-in. */
export type RehashPassword = (user: UserRecord, password: string) => Promise<void>

export function createRehashPassword({ changes, db, logger }: Dependencies): RehashPassword {
  async function rehash({ id, passwordHash }: UserRecord, password: string): Promise<void> {
    const replacement = await hash(password, OWN_RECIPE)
    await changes.record('users', id, async (transaction, _change, abandon) => {
      const users = transaction.collection({ db, collection: 'users' })
      // Whoever changed the password meanwhile was right.
      const written = await users.updateOne({ _id: id, password: passwordHash }, { $set: { password: replacement } })
      return written.matched === 0 ? abandon('changed') : 'rehashed'
    })
  }

  return async (user, password) => {
    if (!isImported(user) || !isWhollyVerified(password)) return
    try {
      await rehash(user, password)
    } catch (error) {
      logger.warn({ err: error }, 'password.not-rehashed')
    }
  }
}

const isImported = ({ passwordHash }: UserRecord) =>
  passwordHash !== undefined && passwordRecipe(passwordHash)?.kind === 'bcrypt'

const isWhollyVerified = (password: string) => Buffer.byteLength(password) <= BCRYPT_BYTES && !password.includes('\0')
