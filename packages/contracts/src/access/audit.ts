import { z } from 'zod'
import { keyId } from './api-key.ts'
import { userId } from './principal.ts'

export const auditAction = z
  .enum([
    'key.issued',
    'key.refused',
    'key.rotated',
    'key.revoked',
    'plugin.installed',
    'plugin.enabled',
    'plugin.disabled',
    'plugin.uninstalled',
    'permission.saved',
    'permission.deleted',
    'user.saved',
    'user.deleted',
    'app.saved',
    'app.deleted',
    'webhook.saved',
    'webhook.deleted',
    'webhook.log-cleared',
    'mail-server.saved',
    'mail-server.deleted',
    'sign-in.refused',
  ])
  .meta({ id: 'AuditAction' })
export type AuditAction = z.infer<typeof auditAction>

/** One line of the audit trail: who did what, when and from where. It never holds a secret, and is never changed. */
export const auditRecord = z.object({
  /** Version 7: it sorts by time. */
  _id: z.uuidv7(),
  at: z.date(),
  action: auditAction,
  actor: userId.nullable(),
  /** The address of the client as the gateway saw it. */
  from: z.string().nullable(),
  key: z.object({ id: keyId, hint: z.string(), user: userId }).optional(),
  /** The id, as text, of what was saved or deleted; for a refused sign-in the user who was meant. */
  subject: z.string().optional(),
  /** The fields that were given another value, or taken away; never what they hold. */
  fields: z.array(z.string()).optional(),
  detail: z.string().optional(),
})
export type AuditRecord = z.infer<typeof auditRecord>

/** The collection of the default database that holds the audit trail, and for how many days. */
export const AUDIT_COLLECTION = 'auditTrail'
export const AUDIT_DAYS = 400
