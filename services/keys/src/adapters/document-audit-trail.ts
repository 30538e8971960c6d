import { AUDIT_DAYS, type AuditAction, auditRecord } from '@sluice/contracts'
import { auditLine, auditNamespace, type Logger } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { AuditFilter, AuditTrail } from '../ports/audit-trail.ts'

/** So many refusals of one user are kept in an hour: whoever asks on can't fill the store. */
const REFUSALS_KEPT = 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** The audit trail on the document store. Needs the indexes of `createAuditIndexes`. */
export function documentAuditTrail({ store, db, logger }: { store: Store; db: string; logger: Logger }): AuditTrail {
  const lines = store.collection(auditNamespace(db))
  const kept = new RateLimiterMemory({ points: REFUSALS_KEPT, duration: HOUR_SECONDS })
  const isKept = (user: string | null) =>
    kept.consume(String(user)).then(
      () => true,
      () => false,
    )

  return {
    async refused({ code, detail }, occasion) {
      if (!(await isKept(occasion.actor))) return
      const line = auditLine(occasion, { action: 'key.refused', detail: `${code}: ${detail}` })
      await lines.insertOne(line).catch(error => logger.warn({ err: error, line }, 'audit.not-written'))
    },

    async search(filter, limit) {
      const found = await lines.find(toFilter(filter), { sort: { _id: -1 }, limit })
      return found.flatMap(document => auditRecord.safeParse(document).data ?? [])
    },
  }
}

function toFilter({ actions, user, actor, key, subject, from, to, before }: AuditFilter): Document {
  const conditions: Document[] = [
    actions && { action: { $in: [...actions] } },
    user !== undefined && {
      $or: [{ actor: user }, { 'key.user': user }, { subject: user, action: { $in: OF_USERS } }],
    },
    actor !== undefined && { actor },
    subject !== undefined && { subject },
    key !== undefined && { 'key.id': key },
    from && { at: { $gte: from } },
    to && { at: { $lt: to } },
    before !== undefined && { _id: { $lt: before } },
  ].filter(condition => typeof condition === 'object')
  return conditions.length > 0 ? { $and: conditions } : {}
}

/** The actions whose subject is a user. */
const OF_USERS: readonly AuditAction[] = ['user.saved', 'user.deleted', 'sign-in.refused']

/** Has to be done once before the audit trail is used; does nothing when they are there. */
export async function createAuditIndexes(store: Store, db: string): Promise<void> {
  const lines = store.collection(auditNamespace(db))
  await lines.createIndex({ at: 1 }, { expireAfterSeconds: AUDIT_DAYS * DAY_SECONDS })
  await lines.createIndex({ actor: 1, _id: -1 })
  await lines.createIndex({ 'key.user': 1, _id: -1 })
  await lines.createIndex({ 'key.id': 1, _id: -1 })
  await lines.createIndex({ subject: 1, _id: -1 }, { partialFilterExpression: { subject: { $exists: true } } })
}
