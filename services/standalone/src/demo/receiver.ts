import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Listener, listen } from '@sluice/service-kit'

const MAX_KEPT = 100
const MAX_BODY_CHARACTERS = 64 * 1024

type DemoDelivery = { receivedAt: string; webhookId: string; body: string }

/** Whoever asks before anything has come waits this long, as a person who types fast would. */
const FIRST_DELIVERY_MS = 5_000

/**
 * The program that the demo's webhook tells: keeps the last 100 deliveries and shows them to whoever asks.
 * @throws ListenError when the port is taken
 */
export function startReceiver(port: number): Promise<Listener> {
  const kept: DemoDelivery[] = []
  const arrivals = new EventEmitter()
  const show = async (response: ServerResponse) => {
    if (kept.length === 0) await firstOf(arrivals)
    response.setHeader('content-type', 'application/json')
    response.end(`${JSON.stringify(kept, null, 2)}\n`)
  }
  const keep = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    kept.unshift({
      receivedAt: new Date().toISOString(),
      webhookId: String(request.headers['webhook-id'] ?? ''),
      body: body.slice(0, MAX_BODY_CHARACTERS),
    })
    kept.length = Math.min(kept.length, MAX_KEPT)
    response.statusCode = 204
    response.end()
    arrivals.emit('delivery')
  }
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void (request.method === 'POST' ? keep(request, response) : show(response)).catch(() => response.destroy())
  return listen(handle, { host: '127.0.0.1', port })
}

async function firstOf(arrivals: EventEmitter): Promise<void> {
  const waiting = new AbortController()
  const limit = setTimeout(() => waiting.abort(), FIRST_DELIVERY_MS)
  await once(arrivals, 'delivery', { signal: waiting.signal }).catch(() => undefined)
  clearTimeout(limit)
}
