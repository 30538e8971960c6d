import type { Socket } from 'node:net'
import type { ProxyServer } from '../../domain/target/proxy-server.ts'
import type { OpenBlock } from '../../domain/target/public-address.ts'
import type { ResolveAll } from '../../names/name-resolver.ts'
import { openTunnel, type TunnelDeadline } from './open-tunnel.ts'
import { isProxied } from './proxy-exceptions.ts'
import { proxyTimeout, TunnelError, type TunnelPhase } from './tunnel-error.ts'
import { askedHosts, type TunnelTarget } from './tunnel-target.ts'

type TunnelsDependencies = {
  /** Without one, nothing leads by it. */
  proxy: ProxyServer | undefined
  open: readonly OpenBlock[]
  resolve: ResolveAll
}

/** Connections that the proxy opens: to judged addresses, or to judged names where it is the proxy that looks them up. */
export type Tunnels = {
  /** Whether connections to this host and port are asked of the proxy. */
  lead(host: string, port: number): boolean
  /** @throws TunnelError, or NameLookupError where a name could not be looked up */
  open(target: TunnelTarget, deadline: TunnelDeadline): Promise<Socket>
  /** What a delivery is told whose time ended while a connection to its target was asked for; undefined where none was. */
  unopenedWithin(host: string, port: number, timeoutMs: number): TunnelError | undefined
}

type OpeningTunnel = { phase: TunnelPhase }
type TunnelParties = { by: ProxyServer; tunnel: OpeningTunnel }

export function createTunnels({ proxy, open, resolve }: TunnelsDependencies): Tunnels {
  const opening = new Map<string, Set<OpeningTunnel>>()

  async function openBy({ by, tunnel }: TunnelParties, target: TunnelTarget, deadline: TunnelDeadline) {
    const endsAt = performance.now() + deadline.timeoutMs
    const asked = () => {
      tunnel.phase = 'asked'
    }
    const hosts = await askedHosts(target, { byName: by.resolvesNames, open, resolve })
    const attempts = hosts.map(host => () => {
      tunnel.phase = 'connecting'
      const timeoutMs = Math.max(1, Math.round(endsAt - performance.now()))
      const authority = authorityOf(host, target.port)
      return openTunnel(by, { authority, deadline: { ...deadline, timeoutMs }, asked }, resolve)
    })
    return firstReached(attempts)
  }

  return {
    lead: (host, port) => proxy !== undefined && isProxied(host, port, proxy),
    async open(target, deadline) {
      if (!proxy) throw new RangeError('There is no proxy.')
      const key = authorityOf(target.host, target.port)
      const tunnel: OpeningTunnel = { phase: 'connecting' }
      const tunnels = opening.get(key) ?? new Set()
      opening.set(key, tunnels.add(tunnel))
      try {
        return await openBy({ by: proxy, tunnel }, target, deadline)
      } finally {
        tunnels.delete(tunnel)
        if (tunnels.size === 0) opening.delete(key)
      }
    },
    unopenedWithin(host, port, timeoutMs) {
      const [tunnel] = opening.get(authorityOf(host, port)) ?? []
      return proxy && tunnel && proxyTimeout(proxy.name, tunnel.phase, timeoutMs)
    },
  }
}

const authorityOf = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** One address after the other, as long as it is the address that can't be reached. */
async function firstReached(attempts: readonly (() => Promise<Socket>)[]): Promise<Socket> {
  let failure: unknown
  for (const attempt of attempts) {
    try {
      return await attempt()
    } catch (error) {
      failure = error
      if (!(error instanceof TunnelError && error.code === 'PROXY_FAILED')) break
    }
  }
  throw failure
}
