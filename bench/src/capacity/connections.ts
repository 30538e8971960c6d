import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Process, readMean } from '../memory/held-memory.ts'
import type { BenchWebhookWorld } from '../webhooks/webhook-world.ts'
import { type KindGrowth, measureGrowth } from './growth.ts'

const SIZES = [500, 1_500] as const
const AT_ONCE = 50

class NotAnsweredError extends Error {
  override name = 'NotAnsweredError'
}

/** Connections that clients keep: each has had one request with a key, and is silent since. */
export async function measureConnections({ cluster, issue }: BenchWebhookWorld): Promise<KindGrowth[]> {
  const gateways = cluster.gateways.slice(0, 1)
  const { key } = await issue()
  const sockets: Socket[] = []
  try {
    return await measureGrowth({
      what: 'idle client connections at a gateway',
      per: 1_000,
      sizes: SIZES,
      read: () => readMean(gateways),
      async growTo(count) {
        while (sockets.length < count) {
          const next = Array.from({ length: AT_ONCE }, () => openOne(gateways, key))
          sockets.push(...(await Promise.all(next)))
        }
      },
    })
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

async function openOne([gateway]: readonly Process[], key: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway?.url ?? '')
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  socket.write(`GET /whoami HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  if (!String(answer).startsWith('HTTP/1.1 200')) throw new NotAnsweredError(String(answer).slice(0, 200))
  return socket
}
