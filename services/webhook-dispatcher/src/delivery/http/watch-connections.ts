import { channel } from 'node:diagnostics_channel'
import { Socket } from 'node:net'

/** undici tells of each request that it begins to write, with its connection. */
const REQUESTS = channel('undici:client:sendHeaders')

/** Knows of connections that broke whether the request on them was left unheard. */
export type ConnectionWatch = {
  /** Says whether this error broke a connection that had been used before, and on which no byte came back for the last request. */
  wasLeftUnheard(error: unknown): boolean
  close(): void
}

/** Watches the connections of this process's undici, from their first request on. */
export function watchConnections(): ConnectionWatch {
  const readBefore = new WeakMap<Socket, number>()
  const unheard = new WeakSet<object>()
  const listen = (message: unknown) => {
    const socket = socketOf(message)
    if (socket === undefined) return
    if (!readBefore.has(socket)) {
      socket.once('error', error => {
        const before = readBefore.get(socket) ?? 0
        if (before > 0 && socket.bytesRead === before) unheard.add(error)
      })
    }
    readBefore.set(socket, socket.bytesRead)
  }
  REQUESTS.subscribe(listen)
  return {
    wasLeftUnheard: error => typeof error === 'object' && error !== null && unheard.has(error),
    close: () => void REQUESTS.unsubscribe(listen),
  }
}

function socketOf(message: unknown): Socket | undefined {
  const isKnown = typeof message === 'object' && message !== null && 'socket' in message
  return isKnown && message.socket instanceof Socket ? message.socket : undefined
}
