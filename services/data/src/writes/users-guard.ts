import type { ChangeLog } from '@sluice/change-log'
import type { Document, Namespace } from '@sluice/store'
import { judgeNewUser, judgeStoredUser, type Writer } from '../domain/judge-user.ts'
import { findPasswordOperator, readPassword, withPasswordHash } from '../domain/user-password.ts'
import type { HashPassword } from '../ports.ts'
import { recordedRun } from './recorded-guard.ts'
import type { Prepared, WriteGuard } from './write-guard.ts'

type Needs = { changes: ChangeLog; namespace: Namespace; writer: Writer; hashPassword: HashPassword }

/** Users: passwords are hashed, root users are written by root users alone. */
export function usersGuard({ changes, namespace, writer, hashPassword }: Needs): WriteGuard {
  async function hashIn(fields: Document): Promise<Prepared<Document>> {
    const input = readPassword(fields, writer)
    switch (input.kind) {
      case 'refuse':
        return input
      case 'none':
        return prepared(withPasswordHash(fields, undefined))
      case 'hashed':
        return prepared(withPasswordHash(fields, input.hash))
      case 'plain':
        return prepared(withPasswordHash(fields, await hashPassword(input.password)))
    }
  }

  return {
    isOneByOne: true,
    run: recordedRun({
      changes,
      topic: 'users',
      namespace,
      judgeBefore: before => judgeStoredUser(before, writer),
      judgeAfter: after => judgeNewUser(after, writer),
    }),
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

const prepared = <T>(value: T): Prepared<T> => ({ kind: 'prepared', value })
