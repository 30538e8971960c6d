import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { TargetDelivery } from '../oracle/observations.ts'
import { readPayload } from './read-payload.ts'

/** One request of a delivery; `time` is 1 for the first request with this `webhook-id`. */
type AskedTime = { deliveryId: string; time: number; path: string }
type TargetAnswer = { status: number; afterMs?: number }

/** A target of a row's own. It answers as the row wants, and writes down every request that it got. */
export type RecordingTarget = {
  port: number
  /** Every request that was answered so far, oldest answer first. */
  deliveries: readonly TargetDelivery[]
  close(): void
}

/** @param answer decides by the delivery, and by how often it has come before */
export async function startRecordingTarget(answer: (asked: AskedTime) => TargetAnswer): Promise<RecordingTarget> {
  const deliveries: TargetDelivery[] = []
  const times = new Map<string, number>()
  const ended = new AbortController()
  const receive = async (request: IncomingMessage) => {
    const receivedAt = Date.now()
    const deliveryId = String(request.headers['webhook-id'])
    const about = readPayload(await text(request))
    const time = (times.get(deliveryId) ?? 0) + 1
    times.set(deliveryId, time)
    const { status, afterMs = 0 } = answer({ deliveryId, time, path: request.url ?? '' })
    if (afterMs > 0) await wait(afterMs, undefined, { signal: ended.signal })
    return { deliveryId, ...about, receivedAt, status }
  }
  const server = createServer((request, response) => {
    receive(request).then(
      received => {
        response.writeHead(received.status).end()
        deliveries.push({ ...received, answeredAt: Date.now() })
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    deliveries,
    close() {
      ended.abort()
      server.closeAllConnections()
      server.close()
    },
  }
}
