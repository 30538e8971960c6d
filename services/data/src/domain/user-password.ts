import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import type { UserWriter } from './judge-user.ts'
import { isPasswordHash } from './password-hash.ts'

const MAX_PASSWORD = 1024

/** What a request says about the password: nothing, a new one that has to be hashed, or a hash that is taken as it is. */
export type PasswordInput =
  | { kind: 'none' }
  | { kind: 'plain'; password: string }
  | { kind: 'hashed'; hash: string }
  | Refusal

/** @param fields a new user, or the fields that an update sets */
export function readPassword({ password, passwordHash }: Document, { isRoot }: UserWriter): PasswordInput {
  if (password !== undefined && passwordHash !== undefined) {
    return bad('passwordHash', 'Send password or passwordHash, not both.')
  }
  if (passwordHash !== undefined) return readHash(passwordHash, isRoot)
  if (password === undefined) return { kind: 'none' }
  if (typeof password === 'string' && isPasswordHash(password)) return bad('password', IS_HASH)
  const isText = typeof password === 'string' && password.length > 0 && password.length <= MAX_PASSWORD
  return isText
    ? { kind: 'plain', password }
    : bad('password', `password is a text of 1 to ${MAX_PASSWORD} characters.`)
}

const IS_HASH = 'This is the hash of a password, as another service stores it. Send it as passwordHash.'

function readHash(hash: unknown, isRoot: boolean): PasswordInput {
  if (!isRoot) return refuse('FORBIDDEN', 'Only a root user can write a passwordHash. Send the password itself.')
  if (typeof hash === 'string' && isPasswordHash(hash)) return { kind: 'hashed', hash }
  return bad(
    'passwordHash',
    'passwordHash is a bcrypt ($2a, $2b, $2y; cost up to 14) or argon2id hash (up to 256 MiB, 10 passes).',
  )
}

/** A user or a set of fields with the hash in the place of what was sent. */
export function withPasswordHash(fields: Document, hash: string | undefined): Document {
  const { password: _, passwordHash: __, ...rest } = fields
  return hash === undefined ? rest : { ...rest, password: hash }
}

/** An operator other than `$set` that touches the password: its result could not be hashed. */
export function findPasswordOperator(update: Readonly<Record<string, Document>>): Refusal | undefined {
  for (const [operator, operands] of Object.entries(update)) {
    for (const [path, operand] of Object.entries(operands)) {
      const isPlainSet = operator === '$set' && (path === 'password' || path === 'passwordHash')
      const touched = operator === '$rename' ? [path, String(operand)] : [path]
      if (!isPlainSet && touched.some(isPasswordPath))
        return bad(path, 'A password is changed by setting it, in no other way.')
    }
  }
  return undefined
}

const isPasswordPath = (path: string): boolean => /^(?:password|passwordHash)(?:\.|$)/.test(path)

const bad = (path: string, message: string): Refusal => refuse('VALIDATION_FAILED', message, [{ path, message }])
