import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export type ConnectProxyOptions = {
  /** Where a tunnel to this authority ends in truth, a port of this machine; undefined: where it is asked for. */
  leadsTo?: (authority: string) => number | undefined
  /** In the place of opening a tunnel. */
  answer?: (socket: Duplex, request: IncomingMessage) => void
  /** With it, the connection to the proxy is TLS. */
  certificate?: { key: string; cert: string }
}

/** What a proxy was asked for. */
type AskedTunnel = { authority: string; authorization: string | undefined }

export type ConnectProxy = Awaited<ReturnType<typeof openConnectProxy>>

/** An HTTP proxy on this machine that writes down what it is asked for. */
export async function openConnectProxy(options: ConnectProxyOptions = {}) {
  const asked: AskedTunnel[] = []
  const others: string[] = []
  const sockets = new Set<Duplex>()
  const server = options.certificate ? createTlsServer(options.certificate) : createServer()
  server.on('request', (request, response) => {
    others.push(`${request.method} ${request.url}`)
    response.writeHead(405).end()
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    asked.push({ authority: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    socket.on('error', () => {})
    if (options.answer) options.answer(socket, request)
    else join(socket, { authority: request.url ?? '', head, leadsTo: options.leadsTo })
  })
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    url: `${options.certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    /** What tunnels were asked for, in this order. */
    asked,
    /** Requests that were no CONNECT. */
    others,
    /** Ends it with all of its tunnels. */
    close,
    /** The same again, at its old address. */
    reopen: () => listen(port),
  }
}

type JoinedTunnel = { authority: string; head: Buffer; leadsTo: ConnectProxyOptions['leadsTo'] }

function join(socket: Duplex, { authority, head, leadsTo = () => undefined }: JoinedTunnel): void {
  const { hostname, port } = new URL(`http://${authority}`)
  const inner = leadsTo(authority)
  const target = connect(inner ?? Number(port || 80), inner ? '127.0.0.1' : hostname.replace(/^\[(.*)\]$/, '$1'))
  target.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  target.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    target.write(head)
    socket.pipe(target).pipe(socket)
  })
  socket.once('close', () => target.destroy())
}
