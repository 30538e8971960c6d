// A thread of `hash-threads.ts`.
import { constants, setPriority } from 'node:os'
import { hashSync, verifySync as verifyArgon2 } from '@node-rs/argon2'
import { verifySync as verifyBcrypt } from '@node-rs/bcrypt'
import { type HashTask, OWN_RECIPE } from './hash-task.ts'

// There it is of this thread alone; elsewhere it would be of the whole process. Not the lowest: on a machine whose cores
// others keep busy nobody could sign in.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** A text that can't be verified after all verifies nothing. */
function verify(kind: 'bcrypt' | 'argon2id', stored: string, password: string): boolean {
  try {
    return kind === 'bcrypt' ? verifyBcrypt(password, stored) : verifyArgon2(stored, password)
  } catch {
    return false
  }
}

export default function run(task: HashTask): boolean | string {
  return task.kind === 'hash' ? hashSync(task.password, OWN_RECIPE) : verify(task.kind, task.stored, task.password)
}
