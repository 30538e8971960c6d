import type { RoleName, UserId } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { keysIn, type StoredKeyState } from './key-life.ts'

/** The keys that the owner means; what is left out matches all. */
export type KeyFilter = {
  user?: UserId
  role?: RoleName
  /** At `at`. */
  state?: StoredKeyState
  neverUsed?: boolean
  /** The filter keeps the keys that still work at `at`, and not after this instant any more. */
  expiresUntil?: Date
  /** Last used before this instant, or never and issued before it. */
  idleSince?: Date
  at: Date
}

/** The same as a filter on key records. Their fields have the names that they have in answers. */
export function toStoredFilter({ user, role, state, neverUsed, expiresUntil, idleSince, at }: KeyFilter): Document {
  const conditions: Document[] = [
    user !== undefined && { user },
    role !== undefined && { roles: role },
    state && keysIn[state](at),
    neverUsed !== undefined && { lastUsedAt: { $exists: !neverUsed } },
    expiresUntil && { expiresAt: { $gt: at, $lte: expiresUntil } },
    idleSince && {
      $or: [{ lastUsedAt: { $lt: idleSince } }, { lastUsedAt: { $exists: false }, createdAt: { $lt: idleSince } }],
    },
  ].filter(condition => typeof condition === 'object')
  return conditions.length > 0 ? { $and: conditions } : {}
}
