import type { WebhookId, WebhookRecord } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'

/** What a change does to the stored webhook: keep it as it is, replace it, or remove it. */
export type WebhookWrite<R> = { kind: 'put'; record: WebhookRecord } | { kind: 'remove' } | { kind: 'leave'; result: R }

/**
 * The store in which webhooks are written. Each write is a change of the topic `webhooks` and leaves a version behind.
 */
export type WebhookStore = {
  /**
   * Decides on the stored state and writes in one transaction; live here before it resolves.
   * @param decide pure; may be called again after a conflict
   * @param among a filter on webhooks as they are stored, judged in the moment of the write: one that it leaves out is
   * there for nobody, and stays as it is. Default: all
   */
  change<R>(
    id: WebhookId,
    decide: (stored: WebhookRecord | undefined) => WebhookWrite<R>,
    among?: Document,
  ): Promise<{ kind: 'written'; before?: WebhookRecord; after?: WebhookRecord } | { kind: 'left'; result: R }>
  /** @param among a filter on webhooks as they are stored. @returns those that it names, as they are stored now */
  find(among: Document): Promise<WebhookRecord[]>
  /** Versions of one webhook that judge events stamped from `first` to `last`. */
  versionsOf(id: string, range: { first: number; last: number }): Promise<WebhookVersion[]>
  /** The version of a webhook that is in force from this change on; undefined where it is not kept any more. */
  versionAt(id: string, from: number): Promise<WebhookVersion | 'unreadable' | undefined>
  /** Removes versions that ended before this moment. */
  forgetVersionsBefore(moment: Date): Promise<void>
}
