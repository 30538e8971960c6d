import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { z } from 'zod'

const bound = z.object({ port: z.number() })

/** Stands before several gateways, as the one address that a browser knows. */
export type GatewayBalancer = {
  url: string
  /** Leads to this gateway from now on: connections to another one are ended. */
  lead(url: string): void
  close(): Promise<void>
}

export async function startBalancer(): Promise<GatewayBalancer> {
  let port = 0
  const open = new Set<Socket>()
  const server = createServer(socket => {
    const gateway = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [socket, gateway],
      [gateway, socket],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${bound.parse(server.address()).port}`,
    lead(url) {
      port = Number(new URL(url).port)
      end()
    },
    async close() {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
