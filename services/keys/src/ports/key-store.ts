import type { ApiKeyRecord, KeyId, UserId } from '@sluice/contracts'
import type { Occasion } from '@sluice/service-kit'
import type { Document, StoreTransaction } from '@sluice/store'
import type { KeyIdentity } from '../domain/new-key.ts'

export type IssueLimits = { keysPerUser: number; capacity: number }

export type ReachedLimit = 'limit-reached' | 'capacity-reached'

export type InsertOutcome = 'inserted' | ReachedLimit

/** The new secret of a key, and how long the old one works on. */
type KeyRotation = Pick<KeyIdentity, 'hash' | 'hint'> & { previousUntil: Date }

/** Part of a user's keys, newest first. `nameContains` is literal text, whatever its case. */
export type KeyPage = { nameContains?: string; skip: number; limit: number }

export type KeySort = { field: 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'user'; isDescending: boolean }

type FoundKeys = { records: ApiKeyRecord[]; total: number }

type KeyInsertion = {
  occasion: Occasion
  /** Keeps the answer in the transaction of the insertion, where its request may be repeated. */
  settle?: ((inside: StoreTransaction) => Promise<void>) | undefined
}

/** The store of key records. What it changes is in the change log and the audit trail before it resolves. */
export type KeyStore = {
  /** Atomic over all processes: calls at once never pass a limit together. Counts only keys that work at `record.createdAt`. */
  insertBelowLimits(record: ApiKeyRecord, limits: IssueLimits, write: KeyInsertion): Promise<InsertOutcome>
  /** How many keys that work at `at` the user may be issued more, or which limit is in the way. Others may be issued meanwhile. */
  roomFor(user: UserId, at: Date, limits: IssueLimits): Promise<number | ReachedLimit>
  /** @returns undefined when there is none that may be rotated at `at`, or it is another user's */
  find(id: KeyId, owner: UserId, at: Date): Promise<ApiKeyRecord | undefined>
  /** Puts a new secret in place of that of `record`. @returns undefined when the key is not as it was read any more */
  rotate(record: ApiKeyRecord, rotation: KeyRotation, occasion: Occasion): Promise<ApiKeyRecord | undefined>
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
