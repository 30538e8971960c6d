import { createServer, type Server } from 'node:net'

/**
 * Listens where nothing may come, and writes down who comes.
 * @param hosts all at one port; without any, every address of this machine, IPv4 and IPv6
 */
export async function openCanary(...hosts: readonly string[]) {
  const visitors: string[] = []
  const servers: Server[] = []
  const listen = async (host: string, wanted: number) => {
    const server = createServer(socket => {
      visitors.push(`${socket.remoteAddress} to ${socket.localAddress}`)
      socket.on('error', () => {})
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', () => socket.destroySoon())
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, host, resolve))
    servers.push(server)
    const bound = server.address()
    return typeof bound === 'object' && bound ? bound.port : 0
  }
  // A machine without IPv6 has no more than IPv4 to come by.
  let port = hosts.length > 0 ? 0 : await listen('::', 0).catch(() => listen('0.0.0.0', 0))
  for (const host of hosts) port = await listen(host, port)
  return {
    port,
    /** The visitors say where from, and where to. */
    visitors,
    close: () => Promise.all(servers.map(server => new Promise<void>(resolve => server.close(() => resolve())))),
  }
}
