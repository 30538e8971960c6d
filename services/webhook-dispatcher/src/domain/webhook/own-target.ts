import type { KeyObject } from 'node:crypto'
import { CHAIN_HEADER, signChain } from '@sluice/service-kit'

/** A chain of this many webhooks reaches the service itself no further (docs/reference/webhooks.md#loops). */
export const MAX_CHAIN = 5

/**
 * The path of a delivery that comes back to the service, as the gateway will see it: what stands before the service in
 * its public address takes its own part of the path away. @returns undefined for any other target
 */
export function ownPath(url: string, publicUrl: string | undefined): string | undefined {
  const target = URL.parse(url)
  const own = publicUrl ? URL.parse(publicUrl) : null
  if (!target || !own || target.origin !== own.origin) return undefined
  const base = own.pathname.replace(/\/+$/, '')
  return `${target.pathname}/`.startsWith(`${base}/`) ? target.pathname.slice(base.length) || '/' : undefined
}

/** What a delivery has to say of how it came about; `webhooks` ends with the one that delivers. */
type ChainedTarget = { url: string; webhooks: readonly string[]; deliveryId: string; at: Date }
export type ChainHeaders = (delivery: ChainedTarget) => Readonly<Record<string, string>>

/** The signed chain for deliveries to the service itself, and nothing for any other target. */
export function chainHeaders(publicUrl: () => string | undefined, keys: () => readonly KeyObject[]): ChainHeaders {
  return ({ url, webhooks, deliveryId, at }): Record<string, string> => {
    const path = ownPath(url, publicUrl())
    const [key] = keys()
    if (!key || path === undefined) return {}
    return { [CHAIN_HEADER]: signChain({ webhooks, deliveryId, method: 'POST', path, at: at.getTime() }, key) }
  }
}
