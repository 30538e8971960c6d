import type { WebhookId, WebhookRecord } from '@sluice/contracts'
import type { Occasion } from '@sluice/service-kit'
import type { Document, StoreTransaction } from '@sluice/store'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'

/** What a change does to the stored webhook: keep it as it is, replace it, or remove it. */
export type WebhookWrite<R> = { kind: 'put'; record: WebhookRecord } | { kind: 'remove' } | { kind: 'leave'; result: R }

/**
 * What stands under an id in the moment of a write. `withheld`: a webhook that the filter of the change leaves out;
 * `unreadable`: one that this version of Sluice can't read; `free`: none, and the last version of one that was deleted, as
 * far as it is kept, else 0.
 */
export type WebhookPlace =
  | { kind: 'stored'; record: WebhookRecord }
  | { kind: 'free'; lastVersion: number }
  | { kind: 'withheld' }
  | { kind: 'unreadable' }

export type WebhookChangeOptions = {
  /** A filter on webhooks as they are stored, judged in the moment of the write. Default: all. */
  among?: Document | undefined
  /** Decides on the stored state, and writes nothing. */
  isDryRun?: boolean | undefined
  /** Author and address of the change, for the list of versions and the audit trail; without it neither tells. */
  occasion?: Occasion | undefined
  /** Keeps the answer in the transaction of the change, where its request may be repeated. */
  settle?: ((inside: StoreTransaction) => Promise<void>) | undefined
}

export type WebhookChange<R> =
  | { kind: 'written'; before?: WebhookRecord; after?: WebhookRecord }
  | { kind: 'left'; result: R }

/** A version that is kept, without its fields. `by` is null where it is not known. */
export type WebhookVersionSummary = { version: number; at: Date; by: string | null }

type WebhookVersionPage = { among: Document; skip: number; limit: number }

/**
 * The store in which webhooks are written. Each write is a change of the topic `webhooks` and leaves a version behind.
 */
export type WebhookStore = {
  /**
   * Decides on the stored state and writes in one transaction; live here before it resolves.
   * @param decide pure; may be called again after a conflict
   */
  change<R>(
    id: WebhookId,
    decide: (place: WebhookPlace) => WebhookWrite<R>,
    options?: WebhookChangeOptions,
  ): Promise<WebhookChange<R>>
  /** @param among a filter on webhooks as they are stored. @returns those that it names, as they are stored now */
  find(among: Document): Promise<WebhookRecord[]>
  /** Versions of one webhook that judge events with sequences from `first` to `last`. */
  versionsOf(id: string, range: { first: number; last: number }): Promise<WebhookVersion[]>
  /** Versions of enabled webhooks that judge events with this sequence, `most` at most. */
  versionsJudging(sequence: number, most: number): Promise<WebhookVersion[]>
  /** The version of a webhook that is in force from this change on; undefined where it is not kept any more. */
  versionAt(id: string, from: number): Promise<WebhookVersion | 'unreadable' | undefined>
  /** Lists versions in which the webhook was as `among` wants it, newest first. @returns how many there are in all, too */
  versions(id: string, page: WebhookVersionPage): Promise<{ versions: WebhookVersionSummary[]; total: number }>
  /** The webhook as it was in a version, where it was as `among` wants it. */
  version(id: string, version: number, among: Document): Promise<WebhookRecord | 'unreadable' | undefined>
  /** Removes versions that ended before this moment. */
  forgetVersionsBefore(moment: Date): Promise<void>
}
