import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

export type RelayDirection = {
  /** @returns false when no more should come before the other end has drained */
  forward(chunk: Buffer): boolean
  mayResume(): boolean
}

/** Brings what one end sends to the other, no faster than that takes it, and ends the other with it. */
export function relay(from: Socket, to: Socket, { forward, mayResume }: RelayDirection): void {
  from.on('data', chunk => {
    if (forward(chunk)) return
    from.pause()
    to.once('drain', () => {
      if (mayResume()) from.resume()
    })
  })
  from.on('error', () => from.destroy())
  from.once('close', () => to.destroy())
}

/** @returns the same address, but for where the server listens */
export async function listenLocally(server: Server, target: URL): Promise<URL> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return url
}
