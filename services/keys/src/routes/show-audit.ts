import { type AuditAction, type AuditRecord, auditAction, keyId, userId, wireDate } from '@sluice/contracts'
import { instantQuery, type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { requireHolder } from '../domain/require-holder.ts'
import type { AuditTrail } from '../ports/audit-trail.ts'

/** `webhook.` and its like: all actions that begin so. */
const AREAS = ['key.', 'plugin.', 'permission.', 'user.', 'app.', 'webhook.', 'mail-server.', 'sign-in.'] as const

const auditQuery = z.object({
  action: z
    .union([auditAction, z.enum(AREAS)])
    .optional()
    .meta({ description: 'One action, or all that begin with what ends in a dot.' }),
  user: userId.optional().meta({ description: 'Who did it, whose key it was, or which user was written or refused.' }),
  actor: userId.optional().meta({ description: 'Who did it.' }),
  id: z.string().min(1).max(1024).optional().meta({ description: 'The id of the permission, user, app or webhook.' }),
  key: keyId.optional().meta({ description: 'The id of a key; it may be revoked long since.' }),
  from: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: events at or after it.' }),
  to: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: events before it.' }),
  cursor: z.guid({ error: 'must be the "next" of a page' }).optional(),
  pagesize: z.coerce.number().int().min(1).max(1000).default(100),
})

const auditAnswer = z
  .object({
    _id: z.string(),
    at: wireDate,
    action: auditAction,
    actor: userId.nullable().meta({ description: 'Who did it.' }),
    from: z.string().nullable().meta({ description: 'The address of the client.' }),
    key: z.object({ id: keyId, hint: z.string(), user: userId }).optional(),
    subject: z.string().optional().meta({ description: 'The id of what was saved, deleted or meant.' }),
    fields: z.array(z.string()).optional().meta({ description: 'The names of the fields that were changed.' }),
    detail: z.string().optional(),
  })
  .meta({
    id: 'AuditEntry',
    examples: [
      {
        _id: '019aa6bb',
        at: { $date: 1795514401000 },
        action: 'key.issued',
        actor: 'ada',
        from: '192.0.2.7',
        key: { id: '019aa6b7', hint: 'x7Qd', user: 'ada' },
      },
    ],
  })

/**
 * `GET /admin/audit`: who issued, was refused, rotated and revoked keys, switched plugins, wrote permissions, users and
 * webhooks, and whose sign-in was refused; newest first.
 */
export const showAudit = ({ audit }: { audit: AuditTrail }): Operation => ({
  id: 'showAudit',
  tag: 'admin',
  summary: 'Read the audit trail, newest first',
  examples: { answers: { 200: { items: [], next: null } } },
  query: auditQuery,
  answers: { 200: z.object({ items: z.array(auditAnswer), next: z.string().nullable() }) },
  errors: ['BAD_QUERY', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'UNAVAILABLE'],
  async handle({ caller, query }) {
    const asking = requireHolder(caller.principal)
    if (asking.kind === 'refuse') return asking
    const { from, to, cursor, pagesize, action, id, ...wanted } = parseQuery(auditQuery, query)
    const range = { ...(from !== undefined && { from: new Date(from) }), ...(to !== undefined && { to: new Date(to) }) }
    const about = { ...(action && { actions: actionsOf(action) }), ...(id !== undefined && { subject: id }) }
    const found = await audit.search({ ...wanted, ...about, ...range, ...(cursor && { before: cursor }) }, pagesize)
    const next = found.length === pagesize ? (found.at(-1)?._id ?? null) : null
    return ok({ items: found.map(toAnswer), next })
  },
})

const actionsOf = (wanted: string): AuditAction[] =>
  auditAction.options.filter(action => (wanted.endsWith('.') ? action.startsWith(wanted) : action === wanted))

const toAnswer = ({ at, ...line }: AuditRecord) => ({ ...line, at: { $date: at.getTime() } })
