import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { mayConnect, type OpenBlock } from '../domain/public-address.ts'

/** A name leads to an address that no delivery may reach. */
class InnerAddressError extends Error {
  override name = 'InnerAddressError'
  readonly code = 'DESTINATION_REFUSED'
}

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void
/** All addresses of a name, as `dns.lookup` gives them. */
export type ResolveAll = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * The `lookup` of a socket that refuses a name when any of its addresses is not public and not opened for this port.
 * The socket connects to the very addresses that were judged: there is no second resolution.
 */
export function guardedLookup(port: number, open: readonly OpenBlock[], resolve: ResolveAll = systemLookup) {
  return (name: string, options: LookupOptions, callback: Callback): void => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, [])
      else if (!first || !addresses.every(({ address }) => mayConnect(address, port, open))) {
        callback(new InnerAddressError('The name leads to an address that is not public.'), [])
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
