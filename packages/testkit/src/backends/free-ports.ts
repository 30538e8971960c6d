import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports of the loopback that were free a moment ago, each another. For servers that can't pick one by themselves. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(server => once(server, 'listening')))
  const ports = servers.map(server => portOf(server.address()))
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}

const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>): number =>
  typeof address === 'object' && address ? address.port : 0
