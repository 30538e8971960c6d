import { type KeyId, type KeyRules, type Refusal, refuse } from '@sluice/contracts'
import { addressBlocks } from '../../load/address-blocks.ts'
import type { RequestCounts } from '../client-limits.ts'

/** @param isCounted whether it is a request of its own @returns why the key may not be used from this address now */
export type LiveKeyRules = (address: string, isCounted?: boolean) => Refusal | undefined

/**
 * Makes the rules of keys. Requests are counted by the id of the key, so that the count goes on when the key is rotated
 * or read anew. The rules are judged after the key itself was found to be good.
 */
export function createLiveKeyRules({
  count,
}: Pick<RequestCounts, 'count'>): (id: KeyId, rules: KeyRules) => LiveKeyRules {
  return (id, { allowedIps, rateLimit = 0 }) => {
    const isAllowed = allowedIps ? addressBlocks(allowedIps) : () => true
    return (address, isCounted = true) => {
      if (!isAllowed(address)) return refuseAddress(address)
      return isCounted ? count(id, rateLimit) : undefined
    }
  }
}

const refuseAddress = (address: string) =>
  refuse('FORBIDDEN', `This API key may not be used from ${address}: the owner has bound it to other addresses.`)
