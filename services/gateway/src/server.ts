import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Refusal, refuse } from '@sluice/contracts'
import { describeListenFault, ListenError, type Logger } from '@sluice/service-kit'
import { v7 } from 'uuid'
import { problemAnswer, rawProblem } from './exchange/answer.ts'
import { readTlsFiles, secureOptions, type TlsFiles, watchTlsFiles } from './tls-files.ts'

const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 60_000
/** Longer than balancers keep theirs, so that they never send a request on a connection that is just being closed. */
const KEEP_ALIVE_MS = 75_000
const HANDSHAKE_TIMEOUT_MS = 15_000
const OPTIONS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requireHostHeader: false,
  noDelay: true,
}

type Secure = { files: TlsFiles; logger: Logger }

/**
 * A server that answers with a problem document also where Node would answer itself.
 * @param secure for TLS 1.2 and later; without, it speaks HTTP as it is
 * @throws OperatorError when the certificate can't be served
 */
export function createGatewayServer(handler: RequestListener, secure?: Secure): Server {
  // Several requests may come on a connection before the first is answered.
  const unanswered = new WeakMap<Duplex, number>()
  const count = (socket: Duplex, more: number) => unanswered.set(socket, (unanswered.get(socket) ?? 0) + more)
  const server = openServer((request, response) => {
    const { socket } = request
    count(socket, 1)
    response.once('close', () => count(socket, -1))
    handler(request, response)
  }, secure)
  server.on('checkExpectation', refuseExpectation)
  // What is said here would be taken for the answer of an earlier request.
  const end = (socket: Duplex, refusal: Refusal) => {
    if (!socket.writable || unanswered.get(socket)) return void socket.destroy()
    socket.on('error', () => {})
    socket.end(rawProblem(refusal, v7()), () => socket.destroy())
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    end(socket, describeFault(error))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => end(socket, refuseTunnel()))
  return server
}

function openServer(listener: RequestListener, secure: Secure | undefined): Server {
  if (!secure) return createServer(OPTIONS, listener)
  const pair = readTlsFiles(secure.files)
  const options = { ...OPTIONS, ...secureOptions(pair), handshakeTimeout: HANDSHAKE_TIMEOUT_MS }
  const server = createSecureServer(options, listener)
  const onChange = (changed: typeof pair) => server.setSecureContext(secureOptions(changed))
  server.once('close', watchTlsFiles({ ...secure, current: pair, onChange }))
  return server
}

/** @throws ListenError when the address is taken or not ours @returns where it listens */
export async function listenOn(server: Server, address: { host: string; port: number }): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(new ListenError(describeListenFault(error, address))))
    server.listen(address.port, address.host, resolve)
  })
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new ListenError('The server does not listen on an address.')
  return bound
}

function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const requestId = v7()
  const refusal = refuse('EXPECTATION_FAILED', 'Only "Expect: 100-continue" can be met. Leave the header out.')
  const { statusCode, headers, body } = problemAnswer(refusal, requestId)
  response.writeHead(statusCode, [...headers.flat(), 'x-request-id', requestId, 'connection', 'close']).end(body)
}

const refuseTunnel = () => refuse('METHOD_NOT_ALLOWED', 'This is no proxy: CONNECT is not possible here.')

function describeFault({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return refuse('HEADERS_TOO_LARGE', 'Request line and headers may have 16 KiB together.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('BAD_REQUEST', 'The request took too long to arrive.')
  return refuse('BAD_REQUEST', 'The request is not valid HTTP/1.1.')
}
