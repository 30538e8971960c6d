import { secret } from '@sluice/service-kit'
import { type ProxyServer, proxyServer } from '../domain/target/proxy-server.ts'

/** A proxy as its settings make it. */
export function proxyAt(text: string, { exceptions = '', resolvesNames = false } = {}): ProxyServer {
  const server = proxyServer({ url: secret(text), exceptions, resolvesNames })
  if (!server) throw new RangeError('This is no URL of a proxy.')
  return server
}
