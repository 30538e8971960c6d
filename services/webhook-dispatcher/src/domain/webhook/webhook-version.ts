import type { WebhookRecord } from '@sluice/contracts'

/** One state of a webhook: in force from change `from` of the topic `webhooks` until before change `until`. */
type VersionOf<Webhook> = { from: number; until: number | null; webhook: Webhook }

export type WebhookVersion = VersionOf<WebhookRecord>

/**
 * A state of a webhook that this version of Sluice can't read, or whose condition it can't: a newer version of Sluice has
 * written it, or it is damaged. What it matches is not known; it is not `enabled` where it says so plainly.
 */
export type UnreadableVersion = VersionOf<Pick<WebhookRecord, '_id' | 'version' | 'enabled'>>

/** Whether the version judges events that carry this sequence. */
export const isInForce = ({ from, until }: UnreadableVersion, sequence: number): boolean =>
  from <= sequence && (until === null || sequence < until)
