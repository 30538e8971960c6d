import type { LookupAddress, LookupOptions } from 'node:dns'
import { mayConnect, type OpenBlock } from '../../domain/target/public-address.ts'
import type { ResolveAll } from '../../names/name-resolver.ts'

/** A name leads to an address that no delivery may reach. */
class InnerAddressError extends Error {
  override name = 'InnerAddressError'
  readonly code = 'DESTINATION_REFUSED'
}

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/**
 * The `lookup` of a socket that refuses a name when any of its addresses is not public and not opened for this port. They
 * are judged at each use, also those that the resolver has kept. The socket connects to the very addresses that were
 * judged: there is no second resolution.
 */
export const guardedLookup = (port: number, open: readonly OpenBlock[], resolve: ResolveAll) =>
  socketLookup(resolve, address => mayConnect(address, port, open))

/** The `lookup` of a socket that may connect to the addresses of a name if each of them may be connected to. */
export function socketLookup(resolve: ResolveAll, isAllowed: (address: string) => boolean) {
  return (name: string, options: LookupOptions, callback: Callback): void => {
    resolve(name).then(
      addresses => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isAllowed(address))) {
          callback(new InnerAddressError('The name leads to an address that is not public.'), [])
        } else if (options.all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      error => callback(error, []),
    )
  }
}
