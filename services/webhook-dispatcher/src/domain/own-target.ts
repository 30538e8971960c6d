import type { KeyObject } from 'node:crypto'
import { CHAIN_HEADER, signChain } from '@sluice/service-kit'

/** A chain of this many webhooks reaches the service itself no further (design: http-shapes, "Loops"). */
export const MAX_CHAIN = 5

/** Whether a delivery to this URL comes back to the service: same origin, and under the path of its public address. */
export function isOwnTarget(url: string, publicUrl: string | undefined): boolean {
  const [target, own] = [URL.parse(url), publicUrl ? URL.parse(publicUrl) : null]
  if (!target || !own || target.origin !== own.origin) return false
  const base = own.pathname.endsWith('/') ? own.pathname : `${own.pathname}/`
  return `${target.pathname}/`.startsWith(base)
}

/** What a delivery has to say of how it came about; `webhooks` ends with the one that delivers. */
export type ChainedTarget = { url: string; webhooks: readonly string[]; deliveryId: string; at: Date }
export type ChainHeaders = (delivery: ChainedTarget) => Readonly<Record<string, string>>

/** The signed chain for deliveries to the service itself, and nothing for any other target. */
export function chainHeaders(publicUrl: () => string | undefined, key: KeyObject | undefined): ChainHeaders {
  return ({ url, webhooks, deliveryId, at }): Record<string, string> => {
    if (!key || !isOwnTarget(url, publicUrl())) return {}
    const path = URL.parse(url)?.pathname ?? '/'
    return { [CHAIN_HEADER]: signChain({ webhooks, deliveryId, method: 'POST', path, at: at.getTime() }, key) }
  }
}
