import { type AuditRecord, auditAction, keyId, userId, wireDate } from '@sluice/contracts'
import { instantQuery, type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { requireHolder } from '../domain/require-holder.ts'
import type { AuditTrail } from '../ports/audit-trail.ts'

const auditQuery = z.object({
  action: auditAction.optional(),
  user: userId.optional().meta({ description: 'Who did it, or whose key it was.' }),
  key: keyId.optional().meta({ description: 'The id of a key; it may be revoked long since.' }),
  from: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: at or after it.' }),
  to: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: before it.' }),
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
    detail: z.string().optional(),
  })
  .meta({ id: 'AuditEntry' })

/** `GET /admin/audit`: who issued, was refused, rotated and revoked keys, and switched plugins; newest first. */
export const showAudit = ({ audit }: { audit: AuditTrail }): Operation => ({
  id: 'showAudit',
  tag: 'admin',
  summary: 'Read the audit trail, newest first',
  query: auditQuery,
  answers: { 200: z.object({ items: z.array(auditAnswer), next: z.string().nullable() }) },
  errors: ['BAD_QUERY', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'UNAVAILABLE'],
  async handle({ caller, query }) {
    const asking = requireHolder(caller.principal)
    if (asking.kind === 'refuse') return asking
    const { from, to, cursor, pagesize, ...wanted } = parseQuery(auditQuery, query)
    const range = { ...(from !== undefined && { from: new Date(from) }), ...(to !== undefined && { to: new Date(to) }) }
    const found = await audit.search({ ...wanted, ...range, ...(cursor && { before: cursor }) }, pagesize)
    const next = found.length === pagesize ? (found.at(-1)?._id ?? null) : null
    return ok({ items: found.map(toAnswer), next })
  },
})

const toAnswer = ({ at, ...line }: AuditRecord) => ({ ...line, at: { $date: at.getTime() } })
