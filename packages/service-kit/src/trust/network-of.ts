import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns what is counted as one client: a caller with an IPv6 network has 2^64 addresses in it. */
export function networkOf(address: string): string {
  // A look for a colon is a tenth of the expression that node:net has for it.
  return address.includes(':') && isIPv6(address)
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
    : address
}
