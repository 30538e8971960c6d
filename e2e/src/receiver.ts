import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { SluiceTarget } from './target.ts'

export type ReceivedDelivery = {
  webhookId: string
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: number
}

export type DeliveryReceiver = {
  url: string
  /** Every request that came, in order; after a crash one may come twice. */
  deliveries: readonly ReceivedDelivery[]
  /** How many wait for their answer. */
  held(): number
  /** Answers no more, from the n-th request on, until `release`. */
  holdFrom(count: number): void
  release(): void
  close(): void
}

/** `/status/400` asks for the answer 400. */
const statusIn = (path: string): number => Number(/^\/status\/(\d{3})/.exec(path)?.[1] ?? 200)

/** A program that webhooks tell. What is sent to `/hang…` is not answered until `release`. */
export async function startReceiver({ listenOn, host }: SluiceTarget['receiver']): Promise<DeliveryReceiver> {
  const deliveries: ReceivedDelivery[] = []
  const waiting: (() => void)[] = []
  let holdFrom = Number.POSITIVE_INFINITY
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const at = performance.now()
    const body = await text(request)
    const webhookId = String(request.headers['webhook-id'])
    const { method = '', url: path = '', headers } = request
    deliveries.push({ webhookId, method, path, headers, body, at })
    const answer = () => response.writeHead(statusIn(path)).end(`answer of ${path}`)
    if (deliveries.length < holdFrom && !path.startsWith('/hang')) answer()
    else waiting.push(answer)
  }
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()))
  await new Promise<void>(resolve => server.listen(0, listenOn, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://${host}:${port}`,
    deliveries,
    held: () => waiting.length,
    holdFrom(count) {
      holdFrom = count
    },
    release() {
      holdFrom = Number.POSITIVE_INFINITY
      for (const answer of waiting.splice(0)) answer()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
