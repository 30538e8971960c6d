import type { AuditAction, AuditRecord, KeyId, Refusal, UserId } from '@sluice/contracts'
import type { Occasion } from '@sluice/service-kit'

/** The lines of the audit trail that are asked for: `from` <= at < `to`. */
export type AuditFilter = {
  /** All of these, or one. */
  actions?: readonly AuditAction[]
  /** The user who did it, whose key it was, or who was written. */
  user?: UserId
  /** The user who did it. */
  actor?: UserId
  key?: KeyId
  /** The id of what was written. */
  subject?: string
  from?: Date
  to?: Date
  /** The filter keeps the lines before this one. */
  before?: string
}

/** The audit trail: lines are added and, after 400 days, dropped; nothing else. */
export type AuditTrail = {
  /** Adds what was refused, as far as this user has not been refused too often of late. Never throws: what it can't write is logged. */
  refused(refusal: Refusal, occasion: Occasion): Promise<void>
  /** Newest first. */
  search(filter: AuditFilter, limit: number): Promise<AuditRecord[]>
}
