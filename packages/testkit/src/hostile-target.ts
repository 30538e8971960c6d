import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { HOSTILE_MANNERS, type HostileManner, makeBomb } from './hostile-manners.ts'
import type { SelfSigned } from './self-signed.ts'

export type HostileTarget = {
  url: string
  /** `cidr:port`, to be opened for deliveries. */
  cidr: string
  /** Whole requests that it got, by their `webhook-id`; '' for none. */
  requests: ReadonlyMap<string, number>
  close(): void
}

/** A target on this machine that misbehaves. @param certificate it speaks TLS, and shows this */
export async function startHostileTarget(manner: HostileManner, certificate?: SelfSigned): Promise<HostileTarget> {
  // Not while it is waited for.
  if (manner === 'gzip-bomb') makeBomb()
  const requests = new Map<string, number>()
  const listener: RequestListener = (request, response) => {
    // Neither side says goodbye in order here.
    response.on('error', () => {})
    buffer(request).then(
      () => {
        const id = String(request.headers['webhook-id'] ?? '')
        requests.set(id, (requests.get(id) ?? 0) + 1)
        HOSTILE_MANNERS[manner](response)
      },
      () => response.destroy(),
    )
  }
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/${manner}`,
    cidr: `127.0.0.1/32:${port}`,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
