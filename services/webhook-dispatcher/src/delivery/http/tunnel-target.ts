import { isIP } from 'node:net'
import { judgeMailHost } from '../../domain/target/destination.ts'
import { leadsToThisMachine, mayConnect, type OpenBlock } from '../../domain/target/public-address.ts'
import type { ResolveAll } from '../../names/name-resolver.ts'
import { destinationRefused } from './tunnel-error.ts'

/** Where a tunnel leads. */
export type TunnelTarget = {
  host: string
  port: number
  /** Chosen by the operator, so that it may be anywhere. */
  isOperators?: boolean
}

type TunnelRules = {
  /** The proxy looks names up itself. */
  byName: boolean
  open: readonly OpenBlock[]
  resolve: ResolveAll
}

/** Most addresses of one name that the proxy is asked for. */
const MAX_TRIED = 4

/**
 * The hosts that the proxy is asked for, one after the other: the addresses of a name, each of which was judged, or the name
 * itself where the proxy looks it up. Such a name is no inner one even if addresses are opened, as nobody here sees its.
 * @throws TunnelError where the rules of destinations refuse it; NameLookupError
 */
export async function askedHosts(target: TunnelTarget, { byName, open, resolve }: TunnelRules): Promise<string[]> {
  const { host, port, isOperators = false } = target
  if (byName && isIP(host) === 0) {
    const reason = isOperators ? undefined : judgeMailHost(host, port, [])
    if (reason)
      throw destinationRefused(`The host ${reason}. The proxy looks names up, so that no address can be judged.`)
    return [host]
  }
  const addresses = isIP(host) > 0 ? [{ address: host, family: isIP(host) }] : await resolve(host)
  const isAllowed = ({ address }: { address: string }) => isOperators || mayConnect(address, port, open)
  if (addresses.length === 0 || !addresses.every(isAllowed)) {
    throw destinationRefused('The name leads to an address that is not public.')
  }
  if (addresses.some(({ address }) => leadsToThisMachine(address))) throw destinationRefused(THIS_MACHINE)
  // Fewer proxies have IPv6 than targets do.
  const ordered = addresses.toSorted((one, other) => one.family - other.family)
  return ordered.slice(0, MAX_TRIED).map(({ address }) => address)
}

const THIS_MACHINE =
  'The name leads to the machine that Sluice runs on, which is not asked of the proxy. The operator can name it in NO_PROXY.'
