import { chmod, rm } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '../settings/operator-error.ts'
import { nodeHttp } from './node-http.ts'

/** The address to listen at: a TCP address, or a Unix socket path (mode 0600). */
export type ListenAddress = { host: string; port: number } | { socketPath: string }

export type Listener = {
  server: Server
  address: ListenAddress
  /** Each connection ends with the answer that it gets next: who asks again comes to another process. */
  endConnections(): void
  /** Stops taking connections, lets requests end until the deadline, then cuts what is left. */
  close(deadlineMs: number): Promise<void>
}

/** The address can't be listened on; the message says why and what to do. */
export class ListenError extends OperatorError {
  override name = 'ListenError'
}

// Room for a grant of 48 KB.
const MAX_HEADER_BYTES = 64 * 1024
/** Longer than a request may take to arrive at the gateway: the connection that is kept for it is there when it has. */
const KEEP_ALIVE_MS = 75_000
const SWEEP_MS = 50

/** @throws ListenError when the address is taken or not ours */
export async function listen(handler: RequestListener, address: ListenAddress): Promise<Listener> {
  const server = nodeHttp.createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS }, handler)
  if ('socketPath' in address) await rm(address.socketPath, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(new ListenError(describeListenFault(error, address))))
    if ('socketPath' in address) server.listen(address.socketPath, resolve)
    else server.listen(address.port, address.host, resolve)
  })
  if ('socketPath' in address) await chmod(address.socketPath, 0o600)
  return {
    server,
    address: actualAddress(server, address),
    endConnections: () => void server.prependListener('request', endConnection),
    close: deadlineMs => closeServer(server, deadlineMs),
  }
}

const endConnection = (_request: IncomingMessage, response: ServerResponse) => response.setHeader('connection', 'close')

/** Stops a server within the deadline (ms). */
export async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeIdleConnections()
  // Node keeps a connection whose last request has just ended for the next one, also while it closes.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cut = setTimeout(() => server.closeAllConnections(), deadlineMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/** What is wrong with an address, for the operator. */
export function describeListenFault(error: NodeJS.ErrnoException, address: ListenAddress): string {
  const where = 'socketPath' in address ? address.socketPath : `${address.host}:${address.port}`
  if (error.code === 'EADDRINUSE') return `${where} is in use by another program. Stop it, or choose another port.`
  if (error.code === 'EACCES')
    return `${where} may not be used by this user. Choose a port above 1023, or other rights.`
  if (error.code === 'EADDRNOTAVAIL') return `${where} is no address of this machine. Check HOST.`
  return `Can not listen on ${where}: ${error.message}`
}

function actualAddress(server: Server, address: ListenAddress): ListenAddress {
  const bound: AddressInfo | string | null = server.address()
  return typeof bound === 'object' && bound !== null ? { host: bound.address, port: bound.port } : address
}
