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

/** The last request on a connection: whether it had one before, and what had been read by then. */
type LastRequest = { isAgain: boolean; readBefore: number }

/** Watches the connections of this process's undici, from their first request on. */
export function watchConnections(): ConnectionWatch {
  const uses = new WeakMap<Socket, LastRequest>()
  const unheard = new WeakSet<object>()
  const listen = (message: unknown) => {
    const socket = socketOf(message)
    if (socket === undefined) return
    const use = uses.get(socket)
    if (!use) {
      socket.once('error', error => {
        const last = uses.get(socket)
        if (last?.isAgain && socket.bytesRead === last.readBefore) unheard.add(error)
      })
    }
    uses.set(socket, { isAgain: use !== undefined, readBefore: socket.bytesRead })
  }
  REQUESTS.subscribe(listen)
  return {
    wasLeftUnheard: error => typeof error === 'object' && error !== null && unheard.has(error),
    close: () => void REQUESTS.unsubscribe(listen),
  }
}

/** The connection of a request to a target. What a proxy is asked for is none: the connection behind it is still new. */
function socketOf(message: unknown): Socket | undefined {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return undefined
  const isConnect = 'request' in message && Reflect.get(Object(message.request), 'method') === 'CONNECT'
  return !isConnect && message.socket instanceof Socket ? message.socket : undefined
}
