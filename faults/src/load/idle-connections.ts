import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type IdleConnections = {
  /** Counts the connections that are open at the moment. */
  open(): number
  close(): void
}

const AT_ONCE = 100
const PAUSE_MS = 20

/** Opens connections on which nothing is ever sent. One that is refused or ended is not opened again. */
export async function openIdleConnections(gateway: string, count: number): Promise<IdleConnections> {
  const { hostname, port } = new URL(gateway)
  const sockets: Socket[] = []
  const open = new Set<Socket>()
  for (let number = 1; number <= count; number += 1) {
    const socket = connect({ host: hostname, port: Number(port) }, () => open.add(socket))
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
    sockets.push(socket)
    // A queue of connections that overflows is another fault.
    if (number % AT_ONCE === 0) await wait(PAUSE_MS)
  }
  return {
    open: () => open.size,
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
