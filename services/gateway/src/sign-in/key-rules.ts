import { type KeyRules, type Refusal, refuse } from '@sluice/contracts'
import { addressBlocks } from '../exchange/address-blocks.ts'
import { createRequestLimit } from '../load/client-limits.ts'

/** @returns why the key may not be used from this address now */
export type LiveKeyRules = (address: string) => Refusal | undefined

/** The rules of one key, with its count of requests. They are judged after the key itself was found to be good. */
export function liveKeyRules({ allowedIps, rateLimit = 0 }: KeyRules): LiveKeyRules {
  const isAllowed = allowedIps ? addressBlocks(allowedIps) : () => true
  const limit = createRequestLimit({ perMinute: rateLimit, who: 'key' })
  return address => (isAllowed(address) ? limit('') : refuseAddress(address))
}

const refuseAddress = (address: string) =>
  refuse('FORBIDDEN', `This API key may not be used from ${address}: the owner has bound it to other addresses.`)
