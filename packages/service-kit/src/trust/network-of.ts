import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Who is counted as one: a caller with an IPv6 network has 2^64 addresses in it. */
export function networkOf(address: string): string {
  return isIPv6(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() : address
}
