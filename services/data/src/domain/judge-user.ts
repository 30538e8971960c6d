import { fieldErrors, grantableRoles, type Refusal, ROOT_ROLE, refuse, refuseFields, userId } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { z } from 'zod'
import { isPasswordHash } from './password-hash.ts'
import { findNewNameFault } from './user-name.ts'

/** What a stored user must be; other fields are the owner's. */
const storedUser = z.object({
  _id: userId.regex(/^[^:\p{Cc}]+$/u, 'A user name has no colon and no control characters.'),
  roles: grantableRoles,
  password: z.string({ error: 'A user needs a password.' }).refine(isPasswordHash, 'A user needs a password.'),
  disabled: z.boolean('It is true or false.').optional(),
})

/** The caller who writes. */
export type UserWriter = { isRoot: boolean }

/** Whether the writer may touch the user that is stored; undefined when there is none. */
export function judgeStoredUser(before: Document | undefined, { isRoot }: UserWriter): Refusal | undefined {
  if (isRoot || !hasRootRole(before)) return undefined
  return refuse('FORBIDDEN', `Only a user with the role "${ROOT_ROLE}" can change or delete one who has it.`)
}

/** Judges a user as it would be stored. @param before undefined for a new one, whose name has to be told from others */
export function judgeNewUser(
  after: Document,
  before: Document | undefined,
  { isRoot }: UserWriter,
): Refusal | undefined {
  const parsed = storedUser.safeParse(after)
  if (!parsed.success) return refuseFields(fieldErrors(parsed.error))
  const fault = before ? undefined : findNewNameFault(parsed.data._id)
  if (fault !== undefined) return refuse('VALIDATION_FAILED', fault, [{ path: '_id', message: fault }])
  if (isRoot || !hasRootRole(after)) return undefined
  const message = `Only a user with the role "${ROOT_ROLE}" can give it to somebody.`
  return refuse('FORBIDDEN', message, [{ path: 'roles', message }])
}

const hasRootRole = (user: Document | undefined): boolean =>
  Array.isArray(user?.roles) && user.roles.some(role => role === ROOT_ROLE)
