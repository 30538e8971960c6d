import { type Exchange, type Predicate, testPredicate } from '@sluice/predicate'
import type { WebhookVersion } from './webhook-version.ts'

/** A webhook in force with its condition compiled. */
export type ArmedWebhook = { version: WebhookVersion; condition: Predicate }
/** The enabled webhooks that judge one event. */
export type WebhookSnapshot = readonly ArmedWebhook[]

/** The webhooks that fire. One that led to this exchange itself does not fire again. */
export function matchWebhooks(
  snapshot: WebhookSnapshot,
  exchange: Exchange,
  chain: readonly string[],
): WebhookVersion[] {
  return snapshot
    .filter(({ version, condition }) => !chain.includes(version.webhook._id) && testPredicate(condition, exchange))
    .map(({ version }) => version)
}
