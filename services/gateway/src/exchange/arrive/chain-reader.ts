import { CHAIN_HEADER, chainKeys, currentKeys, type InternalSecrets, verifyChain } from '@sluice/service-kit'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import type { Arrival } from './arrival.ts'

type Dependencies = { secrets: InternalSecrets; storeTime(): number }

/** The webhooks that led to a request, as one of our deliveries says. */
export type ChainReader = (arrival: Arrival, target: CanonicalTarget) => readonly string[]

const NONE: readonly string[] = []

/** A chain that is forged, too old, of another request or there twice counts as none: the request itself is as good as any. */
export function createChainReader({ secrets, storeTime }: Dependencies): ChainReader {
  const keys = currentKeys(secrets, chainKeys)
  return ({ method, headers, inner }, { encoded }) => {
    if (inner?.kind === 'inner') return inner.pass.chain
    if (headers.count(CHAIN_HEADER) !== 1) return NONE
    const [path = ''] = encoded.split('?', 1)
    return verifyChain(headers.get(CHAIN_HEADER), { method, path, now: storeTime() }, keys())
  }
}
