import type { ChangeLog } from '@sluice/change-log'
import type { Refusal } from '@sluice/contracts'
import { occasionOf, type ServiceRequest } from '@sluice/service-kit'
import type { Collection, Document, Namespace, StoreTransaction } from '@sluice/store'
import { judgeNewUser, judgeStoredUser, type UserWriter } from '../domain/judge-user.ts'
import { isOwner, lastOwner } from '../domain/owner.ts'
import { findPasswordOperator, readPassword, withPasswordHash } from '../domain/user-password.ts'
import type { EndKeysOf } from '../ports/end-keys.ts'
import type { HashPassword } from '../ports/passwords.ts'
import { hasOwner } from './find-owner.ts'
import { noteWrite } from './note-write.ts'
import { type FollowedWrite, recordedRun, recordWith } from './recorded-guard.ts'
import { keepUserName } from './user-names.ts'
import type { PreparedWrite, SettleWrite, WriteGuard } from './write-guard.ts'

type Dependencies = {
  changes: ChangeLog
  trial?: StoreTransaction | undefined
  namespace: Namespace
  collection: Collection
  request: Pick<ServiceRequest, 'caller'>
  settle?: SettleWrite | undefined
  hashPassword: HashPassword
  endKeysOf: EndKeysOf
}

/**
 * Users: passwords are hashed, root users are written by root users alone, the last of these who can sign in stays one,
 * and who is deleted leaves no keys.
 */
export function usersGuard({
  changes,
  trial,
  namespace,
  collection,
  request,
  hashPassword,
  endKeysOf,
  settle,
}: Dependencies): WriteGuard {
  const writer: UserWriter = request.caller
  const run = recordedRun({
    record: recordWith({ changes, topic: 'users', trial }),
    namespace,
    settle,
    judgeBefore: before => judgeStoredUser(before, writer),
    judgeAfter: (after, before) => judgeNewUser(after, before, writer),
    follow: async write =>
      (await judgeOwners(write)) ??
      (await keepUserName(write, namespace)) ??
      noteWrite(write, { kind: 'user', namespace, occasion: occasion() }),
  })
  const occasion = () => occasionOf(request, new Date(changes.storeTime()))
  const endKeys = (name: string) => endKeysOf(name, occasion())

  async function hashIn(fields: Document): Promise<PreparedWrite<Document>> {
    const input = readPassword(fields, writer)
    switch (input.kind) {
      case 'refuse':
        return input
      case 'none':
        return prepared(withPasswordHash(fields, undefined))
      case 'hashed':
        return prepared(withPasswordHash(fields, input.hash))
      case 'plain':
        return prepared(withPasswordHash(fields, trial ? NO_HASH : await hashPassword(input.password)))
    }
  }

  return {
    isOneByOne: true,
    async run(id, write) {
      if (trial) return run(id, write)
      // Keys of a user who is not there may be left where a deletion broke off, or was overtaken by an issue.
      // Names are texts; an id that only reads like somebody's name is nobody's.
      const isName = typeof id === 'string'
      if (isName && (await collection.count({ _id: id }, { limit: 1 })) === 0) await endKeys(id)
      const outcome = await run(id, write)
      if (isName && outcome.kind === 'deleted') await endKeys(id)
      return outcome
    },
    prepareDocument: hashIn,
    async prepareUpdate(update) {
      const fault = findPasswordOperator(update)
      if (fault) return fault
      const $set = await hashIn(update.$set ?? {})
      return $set.kind === 'refuse' ? $set : prepared({ ...update, $set: $set.value })
    },
    // The hash is never shown, so nobody can send it back with the rest.
    keep: (replacement, before) =>
      replacement.password === undefined && before ? { ...replacement, password: before.password } : replacement,
  }
}

/** Has the form of a hash, and fits no password: of what is only tried out none is made. */
const NO_HASH = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

const prepared = <T>(value: T): PreparedWrite<T> => ({ kind: 'prepared', value })

/** Refuses a write that takes away the last owner. */
const judgeOwners = async ({ collection, before, after }: FollowedWrite): Promise<Refusal | undefined> =>
  isOwner(before) && !isOwner(after) && !(await hasOwner(collection)) ? lastOwner() : undefined
