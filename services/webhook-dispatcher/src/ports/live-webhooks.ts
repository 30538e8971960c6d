import type { WebhookRecord } from '@sluice/contracts'
import type { Exchange } from '@sluice/predicate'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'

/** The webhooks as this process knows them, in step with the change log. */
export type LiveWebhooks = {
  /** The enabled webhooks that match an event with this stamp; the same whenever and wherever it is asked. */
  matchAt(sequence: number, exchange: Exchange): Promise<readonly WebhookVersion[]>
  /** All current webhooks, enabled or not. */
  all(): WebhookRecord[]
  get(id: string): WebhookRecord | undefined
  /** The version in force of a webhook that is there. */
  versionOf(id: string): WebhookVersion | undefined
  isPluginEnabled(): boolean
  /** Whether deliveries of this webhook may start now: the plugin is on, and it is there and enabled. A no may be behind. */
  mayDeliver(id: string): boolean
  /**
   * Takes over everything that was stored before this call, so that a no which can't be taken back is one that was true
   * after it. @returns false when the store does not answer, and nothing may be decided
   */
  catchUp(): Promise<boolean>
}
