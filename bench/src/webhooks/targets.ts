import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type BenchTarget = {
  url: string
  requests(): number
  connections(): number
  /** When each request came, in epoch ms by this process's clock, with the path of the event that it tells of. */
  arrivals(): readonly { path: string; at: number }[]
  close(): Promise<void>
}

/** Answers at once, or never. */
export async function startBenchTarget({ hangs = false } = {}): Promise<BenchTarget> {
  const arrivals: { path: string; at: number }[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const at = Date.now()
    void buffer(request).then(body => {
      arrivals.push({ path: JSON.parse(body.toString()).request.path, at })
      if (!hangs) response.end()
    })
  })
  // Longer than the sender keeps a connection, so that it alone decides.
  server.keepAliveTimeout = 120_000
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    requests: () => arrivals.length,
    connections: () => connections,
    arrivals: () => arrivals,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
