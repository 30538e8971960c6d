import type { ApiKeyRecord, AuditAction, AuditRecord, KeyId, Refusal, UserId } from '@sluice/contracts'
import type { Occasion, Secret } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { KeyIdentity } from './domain/new-key.ts'

export type IssueLimits = { keysPerUser: number; capacity: number }
export type ReachedLimit = 'limit-reached' | 'capacity-reached'
export type InsertOutcome = 'inserted' | ReachedLimit

/** The new secret of a key, and how long the old one works on. */
type Rotation = Pick<KeyIdentity, 'hash' | 'hint'> & { previousUntil: Date }

/** Part of a user's keys, newest first. `nameContains` is literal text, whatever its case. */
export type KeyPage = { nameContains?: string; skip: number; limit: number }

export type KeySort = { field: 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'user'; isDescending: boolean }

type FoundKeys = { records: ApiKeyRecord[]; total: number }

/** Where key records live. What it changes is in the change log and the audit trail before it resolves. */
export type KeyStore = {
  /** Atomic over all processes: calls at once never pass a limit together. Counts only keys that work at `record.createdAt`. */
  insertBelowLimits(record: ApiKeyRecord, limits: IssueLimits, occasion: Occasion): Promise<InsertOutcome>
  /** How many keys that work at `at` the user may be issued more, or which limit is in the way. Others may be issued meanwhile. */
  roomFor(user: UserId, at: Date, limits: IssueLimits): Promise<number | ReachedLimit>
  /** @returns undefined when there is none that may be rotated at `at`, or it is another user's */
  find(id: KeyId, owner: UserId, at: Date): Promise<ApiKeyRecord | undefined>
  /** Puts a new secret in place of that of `record`. @returns undefined when the key is not as it was read any more */
  rotate(record: ApiKeyRecord, rotation: Rotation, occasion: Occasion): Promise<ApiKeyRecord | undefined>
  /** @returns the page, and how many there are on all pages */
  listOf(user: UserId, page: KeyPage): Promise<FoundKeys>
  /** @param filter on key records. @returns the page, and how many there are on all pages */
  search(filter: Document, page: { sort: KeySort; skip: number; limit: number }): Promise<FoundKeys>
  /**
   * @param among a filter on key records that is judged in the moment of the removal. @returns the removed record;
   * undefined when there is none, or the filter leaves it out: the two take the same way
   */
  remove(id: KeyId, occasion: Occasion, among: Document): Promise<ApiKeyRecord | undefined>
}

export type LeakedKeys = {
  /**
   * Ends what this secret opens at `occasion.at`: the key, or the rest of the grace where it is a secret before a rotation.
   * @param hash SHA-256 of the whole secret in hex. @returns the key; undefined when the secret opens none
   */
  endSecret(hash: string, occasion: Occasion): Promise<ApiKeyRecord | undefined>
}

/** How often keys were used. */
export type KeyUsage = {
  /**
   * @param among which keys may be asked about; a key that is revoked is among all of them alone.
   * @returns the days on which it was used, the oldest first; undefined when nothing is known of such a key
   */
  daysOf(key: KeyId, among: Document): Promise<{ day: string; requests: number }[] | undefined>
}

/** Which lines of the audit trail are asked for: `from` <= at < `to`. */
export type AuditFilter = {
  action?: AuditAction
  /** Who did it, or whose key it was. */
  user?: UserId
  key?: KeyId
  from?: Date
  to?: Date
  /** Those before this line. */
  before?: string
}

/** The audit trail: lines are added and, after 400 days, dropped; nothing else. */
export type AuditTrail = {
  /** Adds what was refused, as far as this user has not been refused too often of late. Never throws: what it can't write is logged. */
  refused(refusal: Refusal, occasion: Occasion): Promise<void>
  /** Newest first. */
  search(filter: AuditFilter, limit: number): Promise<AuditRecord[]>
}

/** Whether the owner has switched keys on, as of now. @throws UnavailableError when that can't be known */
export type IsPluginEnabled = () => boolean

/** Makes a secret that nobody can guess, and what identifies the key it opens. */
export type MintKey = () => KeyIdentity & { secret: Secret }
