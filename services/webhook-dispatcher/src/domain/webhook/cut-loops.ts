import type { WebhookRecord } from '@sluice/contracts'
import { MAX_CHAIN } from './own-target.ts'
import type { WebhookVersion } from './webhook-version.ts'

/**
 * Keeps the webhooks that fire of those whose condition holds. One that led to this exchange itself does not fire
 * again; a long chain stops those whose target is the service itself.
 */
export function cutLoops(
  matched: readonly WebhookVersion[],
  { chain, isOwn }: { chain: readonly string[]; isOwn(url: string): boolean },
): WebhookVersion[] {
  const leadsHome = (webhook: WebhookRecord) => webhook.type === 'http' && isOwn(webhook.url)
  const isLoop = (webhook: WebhookRecord) =>
    chain.includes(webhook._id) || (chain.length >= MAX_CHAIN && leadsHome(webhook))
  return matched.filter(({ webhook }) => !isLoop(webhook))
}
