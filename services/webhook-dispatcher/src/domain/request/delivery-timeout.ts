import type { WebhookRecord } from '@sluice/contracts'

/** From the look-up of the mail server to its last reply. No longer than an HTTP delivery may take: claims reckon with it. */
export const MAIL_TIMEOUT_MS = 30_000

/** How long one attempt of a webhook may take, in ms. */
export const deliveryTimeoutMs = (webhook: WebhookRecord): number =>
  webhook.type === 'http' ? webhook.timeout_ms : MAIL_TIMEOUT_MS
