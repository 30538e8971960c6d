import { Dispatcher, EnvHttpProxyAgent } from 'undici'
import type { ProxyServer } from '../../domain/target/proxy-server.ts'
import { leadsToThisMachine } from '../../domain/target/public-address.ts'

/** Tells its maker that it is the one that was chosen. */
class ChosenWay extends Dispatcher {
  readonly #choose: () => void

  constructor(choose: () => void) {
    super()
    this.#choose = choose
  }

  override dispatch(): boolean {
    this.#choose()
    return true
  }
}

/** Stands for the proxy where only the choice is asked for. */
const ANY_PROXY = 'http://proxy.invalid'

/**
 * Whether this host and port are asked of the proxy. `NO_PROXY` is read by undici's own agent: names with what is below them,
 * addresses, `*`, each with a port or without. This machine is never asked of the proxy, where it would be the proxy's.
 */
export function isProxied(host: string, port: number, { exceptions }: Pick<ProxyServer, 'exceptions'>): boolean {
  if (leadsToThisMachine(host)) return false
  let isByProxy = false
  // An agent for each question, as it remembers each origin. The one for the proxy brings its own way to connect.
  const agent = new EnvHttpProxyAgent({
    httpProxy: ANY_PROXY,
    httpsProxy: ANY_PROXY,
    noProxy: exceptions,
    proxyTunnel: true,
    factory: (_, options) =>
      new ChosenWay(() => {
        isByProxy = typeof Reflect.get(options, 'connect') === 'function'
      }),
  })
  agent.dispatch({ origin: originOf(host, port), path: '/', method: 'GET' }, {})
  return isByProxy
}

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
