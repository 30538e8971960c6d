import { z } from 'zod'

/** The id of a document in `users`. Case-sensitive. */
export const userId = z
  .string('A user name is a text.')
  .min(1, 'A user name has 1 to 256 characters.')
  .max(256, 'A user name has 1 to 256 characters.')
  .brand<'UserId'>()
export type UserId = z.infer<typeof userId>

/** A role: printable text without spaces, so that it can stand in a header, a log line and an expression. */
export const roleName = z
  .string('A role name is a text.')
  .min(1, 'A role name has 1 to 100 characters.')
  .max(100, 'A role name has 1 to 100 characters.')
  .regex(/^[!-~]+$/, 'A role name is printable ASCII without spaces.')
  .brand<'RoleName'>()
export type RoleName = z.infer<typeof roleName>

/** The root role: it bypasses the ACL. */
export const ROOT_ROLE = roleName.parse('admin')
/** The role of anonymous callers, and of nobody else. */
export const ANONYMOUS_ROLE = roleName.parse('$unauthenticated')

const MAX_ROLES = 100

export const distinctRoles = z
  .array(roleName, {
    error: ({ input }) =>
      input === undefined ? 'It is missing: it must be a list of role names.' : 'It must be a list of role names.',
  })
  .max(MAX_ROLES, `It may name ${MAX_ROLES} roles at most.`)
  .refine(roles => new Set(roles).size === roles.length, {
    message: 'Each role may stand here once.',
  })

/** Roles that somebody can be given: not the one of callers who have not signed in. */
export const grantableRoles = distinctRoles.refine(roles => !roles.some(role => role === '$unauthenticated'), {
  message: 'The role "$unauthenticated" is of callers who have not signed in. Nobody can be given it.',
})

/** The one who makes a request. `properties` holds what `@user.<path>` may need, never a protected field. */
export const principal = z.object({
  id: userId.nullable(),
  roles: z.array(roleName),
  via: z.enum(['none', 'password', 'key', 'session']),
  key: z.object({ id: z.string(), name: z.string(), expiresAt: z.number() }).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
})
export type Principal = z.infer<typeof principal>
