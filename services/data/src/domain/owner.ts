import { type Refusal, ROOT_ROLE, refuse, roleName, userId } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { z } from 'zod'
import { isPasswordHash } from './password-hash.ts'

/** A user as sign-in takes one, whoever wrote it: what does not fit can't sign in. A colon would end the name in a header. */
const signsIn = z.object({
  _id: userId.regex(/^[^:]+$/),
  roles: z.array(roleName),
  password: z.string().refine(isPasswordHash),
  disabled: z.literal(false).optional(),
})

/** Whether this user can sign in and has the root role. */
export function isOwner(user: Document | undefined): boolean {
  const { success, data } = signsIn.safeParse(user)
  return success && data.roles.includes(ROOT_ROLE)
}

/** The answer to a write that would leave no owner. */
export const lastOwner = (): Refusal =>
  refuse(
    'CONFLICT',
    `Nobody else who can sign in has the role "${ROOT_ROLE}", so this would lock everybody out. Give the role to another enabled user first, then send this again.`,
  )
