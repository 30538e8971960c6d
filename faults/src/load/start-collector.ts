import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** A target that takes everything at once, and keeps it. */
type Collector = {
  url: string
  /** The bodies that it was told, oldest first. */
  bodies(): readonly string[]
  close(): void
}

const NO_CONTENT = 204

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    text(request).then(
      body => {
        bodies.push(body)
        response.writeHead(NO_CONTENT).end()
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    bodies: () => bodies,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
