import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Refusal, refuse } from '@sluice/contracts'
import { describeListenFault, ListenError, type Logger, nodeHttp } from '@sluice/service-kit'
import { v7 } from 'uuid'
import { createBrokenRequests } from './broken-requests.ts'
import { problemAnswer } from './exchange/record/answer.ts'
import { readTlsFiles, secureOptions, type TlsFiles, watchTlsFiles } from './tls-files.ts'

/** How long (ms) a client may take to send a request: its head, and all of it. */
export type Patience = { headersMs: number; requestMs: number }

const PATIENCE: Patience = { headersMs: 15_000, requestMs: 60_000 }
/** How often slow clients are looked for. */
const LOOK_EVERY_MS = 1_000
/** Longer than balancers keep theirs, so that they never send a request on a connection that is just being closed. */
const KEEP_ALIVE_MS = 75_000
const HANDSHAKE_TIMEOUT_MS = 15_000
const ENDED_EARLY = 'HPE_INVALID_EOF_STATE'
const OPTIONS = {
  connectionsCheckingInterval: LOOK_EVERY_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requireHostHeader: false,
  noDelay: true,
}

/** `everyMs`: how often it is looked whether the files have changed. */
type Secure = { files: TlsFiles; logger: Logger; everyMs?: number | undefined }

export type ServerOptions = {
  /** For TLS 1.2 and later; without, the server speaks HTTP as it is. */
  secure?: Secure | undefined
  /** Default: 15 s for a head, 60 s for a request. */
  patience?: Patience | undefined
  /** What is beyond it is closed as it comes, unanswered. */
  maxConnections?: number | undefined
  /** A connection was closed because there are too many. */
  onFull?(): void
}

/**
 * A server that answers with a problem document also where Node would answer itself, or not at all.
 * @throws OperatorError when the certificate can't be served
 */
export function createGatewayServer(handler: RequestListener, options: ServerOptions = {}): Server {
  const broken = createBrokenRequests()
  const server = openServer((request, response) => {
    broken.begin(request, response)
    handler(request, response)
  }, options)
  if (options.maxConnections) server.maxConnections = options.maxConnections
  server.on('drop', () => options.onFull?.())
  server.on('checkExpectation', refuseExpectation)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A client that ends in the middle of a body has gone.
    const hasGone = error.code === 'ECONNRESET' || (error.code === ENDED_EARLY && broken.isInBody(socket))
    if (hasGone) return void socket.destroy()
    broken.breakOff(socket, describeFault(error))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => broken.breakOff(socket, refuseTunnel()))
  return server
}

function openServer(listener: RequestListener, { secure, patience = PATIENCE }: ServerOptions): Server {
  const limits = { ...OPTIONS, headersTimeout: patience.headersMs, requestTimeout: patience.requestMs }
  if (!secure) return nodeHttp.createServer(limits, listener)
  const pair = readTlsFiles(secure.files)
  const options = { ...limits, ...secureOptions(pair), handshakeTimeout: HANDSHAKE_TIMEOUT_MS }
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
  const { statusCode, heads, body } = problemAnswer(refusal, requestId)
  response
    .writeHead(statusCode, [...heads.anybody.shielded, 'x-request-id', requestId, 'connection', 'close'])
    .end(body)
}

const refuseTunnel = () => refuse('METHOD_NOT_ALLOWED', 'This is no proxy: CONNECT is not possible here.')

function describeFault({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return refuse('HEADERS_TOO_LARGE', 'Request line and headers may have 16 KiB together.')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return refuse('REQUEST_TIMEOUT', 'The request took too long to arrive: its headers may take 15 s, all of it 60 s.')
  }
  return refuse('BAD_REQUEST', 'The request is not valid HTTP/1.1.')
}
