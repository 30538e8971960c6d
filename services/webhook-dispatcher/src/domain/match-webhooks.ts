import type { WebhookRecord } from '@sluice/contracts'
import { type Exchange, type Predicate, testPredicate } from '@sluice/predicate'
import { MAX_CHAIN } from './own-target.ts'
import type { WebhookVersion } from './webhook-version.ts'

/** A webhook in force with its condition compiled. */
export type ArmedWebhook = { version: WebhookVersion; condition: Predicate }
/** The enabled webhooks that judge one event. */
export type WebhookSnapshot = readonly ArmedWebhook[]

/**
 * The webhooks that fire. One that led to this exchange itself does not fire again; a long chain stops those whose target
 * is the service itself.
 */
export function matchWebhooks(
  snapshot: WebhookSnapshot,
  exchange: Exchange,
  { chain, isOwn }: { chain: readonly string[]; isOwn(url: string): boolean },
): WebhookVersion[] {
  const leadsHome = (webhook: WebhookRecord) => webhook.type === 'http' && isOwn(webhook.url)
  const isLoop = (webhook: WebhookRecord) =>
    chain.includes(webhook._id) || (chain.length >= MAX_CHAIN && leadsHome(webhook))
  return snapshot
    .filter(({ version, condition }) => !isLoop(version.webhook) && testPredicate(condition, exchange))
    .map(({ version }) => version)
}
