import type { WebhookRecord } from '@sluice/contracts'
import type { Exchange } from '@sluice/predicate'
import type { UnreadableVersion, WebhookVersion } from '../domain/webhook/webhook-version.ts'

/** What webhooks say to an event. */
export type JudgedVersions = {
  /** Versions that match the event; the same whenever and wherever it is asked, but for what can't be read there. */
  matched: readonly WebhookVersion[]
  /** The versions of which this version of Sluice can't say whether they match. */
  unreadable: readonly UnreadableVersion[]
}

/** The webhooks as this process knows them, in step with the change log. */
export type LiveWebhooks = {
  /** What the enabled webhooks say to an event with this sequence: at once, unless they are to be read from the store. */
  judgeAt(sequence: number, exchange: Exchange): Promise<JudgedVersions> | JudgedVersions
  /** All current webhooks, enabled or not. */
  all(): WebhookRecord[]
  get(id: string): WebhookRecord | undefined
  /** The version in force of a webhook that is there. */
  versionOf(id: string): WebhookVersion | undefined
  isPluginEnabled(): boolean
  /** Whether deliveries of this webhook may start now: the plugin is on, and it is there and enabled. A no may be behind. */
  mayDeliver(id: string): boolean
  /**
   * Whether the plugin is on and the webhook is there, and this version of Sluice can't read it: then another process is to
   * say what becomes of its deliveries.
   */
  isUnreadable(id: string): boolean
  /** How many webhooks are there that this version of Sluice can't read, or whose condition it can't. */
  unreadableCount(): number
  /**
   * Takes over everything that was stored before this call, so that a no which can't be taken back is one that was true
   * after it. @returns false when the store does not answer, and nothing may be decided
   */
  catchUp(): Promise<boolean>
}
