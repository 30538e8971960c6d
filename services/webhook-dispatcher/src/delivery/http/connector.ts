import { buildConnector } from 'undici'
import type { OpenBlock } from '../../domain/target/public-address.ts'
import type { ResolveAll } from '../../names/name-resolver.ts'
import { guardedLookup } from './guarded-lookup.ts'
import type { Tunnels } from './tunnels.ts'

const CONNECT_TIMEOUT_MS = 30_000

/** What connections to targets are opened by. */
export type ConnectorDependencies = {
  open: readonly OpenBlock[]
  resolve: ResolveAll
  tunnels: Tunnels
}

/** How a socket to this host and port is opened: to addresses that were judged and to no other, by the proxy where it leads there. */
export function createConnector(
  { host, port }: { host: string; port: number },
  { open, resolve, tunnels }: ConnectorDependencies,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: guardedLookup(port, open, resolve),
    autoSelectFamily: true,
    allowH2: false,
  })
  return tunnels.lead(host, port) ? tunnelConnector({ host, port }, { connect, tunnels }) : connect
}

type TunnelParts = { connect: buildConnector.connector; tunnels: Tunnels }

/** TLS is between here and the target, over what the proxy has opened: the target proves its name as without a proxy. */
function tunnelConnector(
  target: { host: string; port: number },
  { connect, tunnels }: TunnelParts,
): buildConnector.connector {
  return (options, callback) => {
    if (options.httpSocket) return connect(options, callback)
    tunnels.open(target, { timeoutMs: CONNECT_TIMEOUT_MS }).then(
      socket =>
        options.protocol === 'https:' ? connect({ ...options, httpSocket: socket }, callback) : callback(null, socket),
      error => callback(error, null),
    )
  }
}
