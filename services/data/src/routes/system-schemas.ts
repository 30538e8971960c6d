import { fieldError, grantableRoles, permissionDocument, userId, wireDocumentId, wireObjectId } from '@sluice/contracts'
import { z } from 'zod'
import { WARNINGS } from '../writes/acl-guard.ts'

const etag = wireObjectId.optional()

const userFields = {
  _etag: etag,
  roles: grantableRoles,
  disabled: z.boolean().optional().describe('Whether he is kept from signing in.'),
}
/** A user as he is answered: his password is not. */
export const answeredUser = z.looseObject({ _id: userId, ...userFields }).meta({
  id: 'User',
  description: 'Who can sign in. Other fields are your own.',
  examples: [{ _id: 'ada', _etag: { $oid: '6b03e00a89fb6746dd7a3ad2' }, roles: ['crew'] }],
})
/** A user as he is sent. */
export const sentUser = z
  .looseObject({
    _id: userId.optional(),
    ...userFields,
    password: z.string().min(1).max(1024).optional().describe('A new user needs it, or a `passwordHash`.'),
    passwordHash: z.string().optional().describe('bcrypt or argon2id; from root users alone.'),
  })
  .meta({ id: 'UserInput', examples: [{ _id: 'ada', roles: ['crew'], password: 'correct horse battery staple' }] })

const permissionFields = permissionDocument.omit({ _id: true }).extend({
  _etag: etag,
  [WARNINGS]: z.array(fieldError).optional().describe('Of a write: what has no effect, or not everywhere.'),
})
const EXAMPLE = { _id: 'read-flights', roles: ['reader'], predicate: "path('/flights')" }
/** A permission as it is answered. */
export const answeredPermission = permissionFields
  .extend({ _id: wireDocumentId })
  .meta({ id: 'Permission', examples: [{ ...EXAMPLE, _etag: { $oid: '6b03e00a89fb6746dd7a3ad2' } }] })
/** A permission as it is sent: without an `_id` it gets one. Other fields are taken, and named in `_warnings`. */
export const sentPermission = permissionFields
  .extend({ _id: wireDocumentId.optional() })
  .strict()
  .meta({ id: 'PermissionInput', examples: [EXAMPLE] })
