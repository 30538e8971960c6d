import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Listener, listen } from '@sluice/service-kit'

const MAX_KEPT = 100
const MAX_BODY_CHARACTERS = 64 * 1024

type Delivery = { receivedAt: string; webhookId: string; body: string }

/**
 * The program that the demo's webhook tells: keeps the last 100 deliveries and shows them to whoever asks.
 * @throws ListenError when the port is taken
 */
export function startReceiver(port: number): Promise<Listener> {
  const kept: Delivery[] = []
  return listen((request, response) => void answer(kept, request, response), { host: '127.0.0.1', port })
}

async function answer(kept: Delivery[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'application/json')
    return void response.end(`${JSON.stringify(kept, null, 2)}\n`)
  }
  const body = await text(request)
  kept.unshift({
    receivedAt: new Date().toISOString(),
    webhookId: String(request.headers['webhook-id'] ?? ''),
    body: body.slice(0, MAX_BODY_CHARACTERS),
  })
  kept.length = Math.min(kept.length, MAX_KEPT)
  response.statusCode = 204
  response.end()
}
