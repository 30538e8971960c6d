import type { WebhookRecord } from '@sluice/contracts'

/** One state of a webhook: in force from change `from` of the topic `webhooks` until before change `until`. */
export type WebhookVersion = { from: number; until: number | null; webhook: WebhookRecord }

/** Whether the version judges events that carry this sequence. */
export const isInForce = ({ from, until }: WebhookVersion, sequence: number): boolean =>
  from <= sequence && (until === null || sequence < until)
