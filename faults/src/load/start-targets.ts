import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { TargetDelivery } from '../oracle/observations.ts'
import { drawById } from './draw-by-id.ts'
import { readPayload } from './read-payload.ts'

/** How the targets answer; always the same for the same delivery, so that a repetition ends as the first one did. */
export const BEHAVIOURS = ['prompt', 'slow', 'fails-one-in-ten'] as const

export type Targets = {
  port: number
  deliveries: readonly TargetDelivery[]
  close(): void
}

const SLOWEST_MS = 400

/** A server whose paths are targets: `/prompt`, `/slow`, `/fails-one-in-ten`. Writes down every delivery. */
export async function startTargets(): Promise<Targets> {
  const deliveries: TargetDelivery[] = []
  const server = createServer((request, response) => {
    receive(request, response).then(
      delivery => deliveries.push(delivery),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: typeof address === 'object' && address ? address.port : 0, deliveries, close }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<TargetDelivery> {
  const receivedAt = Date.now()
  const deliveryId = String(request.headers['webhook-id'])
  const about = readPayload(await text(request))
  const { status, afterMs } = decideAnswer(request.url ?? '', deliveryId)
  await wait(afterMs)
  response.writeHead(status).end()
  return { deliveryId, ...about, receivedAt, answeredAt: Date.now(), status }
}

function decideAnswer(path: string, deliveryId: string): { status: number; afterMs: number } {
  const draw = drawById(deliveryId)
  if (path === '/slow') return { status: 200, afterMs: Math.round(draw * SLOWEST_MS) }
  return { status: path === '/fails-one-in-ten' && draw < 0.1 ? 500 : 200, afterMs: 0 }
}
