import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type ReceivedRequest = { headers: IncomingMessage['headers']; body: string; at: number }
export type TestReceiver = {
  url: string
  cidr: string
  received: ReceivedRequest[]
  connections: () => number
  close(): Promise<void>
}

type Respond = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A target on this machine that writes down what it gets. */
export async function openReceiver(respond: Respond = (_, response) => void response.end('ok')): Promise<TestReceiver> {
  const received: ReceivedRequest[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, body, at: Date.now() })
      respond(request, response, body)
    })
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/hook`,
    cidr: `127.0.0.1/32:${port}`,
    received,
    connections: () => connections,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
