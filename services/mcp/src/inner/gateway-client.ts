import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect } from 'node:net'
import { PASS_HEADER, TOOL_HEADER } from '@sluice/service-kit'
import got, { type Got, RequestError, type Response, TimeoutError } from 'got'
import { followSignal } from '../domain/follow-signal.ts'

/**
 * Where the gateway is: a Unix socket, or the address that balances over the gateways of a cluster. `serverName`: whom
 * their certificate is for, where that is another name.
 */
export type InnerAddress = { socketPath: string } | { url: string; serverName?: string | undefined }

/** A request that a tool makes in the place of its caller. */
export type InnerRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path and query, percent-encoded, as the gateway is to read them. */
  target: string
  json?: unknown
  ifMatch?: string
}

/** What a request goes in by: whose place it is made in, for what, and until when. */
export type InnerPassage = { pass: string; tool: string; traceparent: string | undefined; signal: AbortSignal }

export type GatewayReply =
  | { kind: 'replied'; status: number; etag?: string; total?: number; retryAfterSeconds?: number; body: string }
  /** Nobody answered, or not in time, or at more length than is read. */
  | { kind: 'failed'; reason: 'time' | 'unreachable' | 'size' }

export type GatewayClient = {
  send(request: InnerRequest, passage: InnerPassage): Promise<GatewayReply>
  close(): void
}

const CONNECTIONS = 256
const CONNECT_MS = 3_000
const ANSWER_MS = 30_000
const READ_RETRIES = 2
const MOST_WAIT_MS = 500
const MAX_REPLY_BYTES = 32 * 1024 * 1024

/** The target was read otherwise than it was built: a segment of it would have led elsewhere. */
class TargetChangedError extends Error {
  override name = 'TargetChangedError'
}

/** Nobody reads a reply that is longer. */
class ReplyTooLongError extends Error {
  override name = 'ReplyTooLongError'
}

/** Sends the requests of tools to the gateway. A read whose connection breaks is sent again, twice; a write never is. */
export function createGatewayClient(address: InnerAddress): GatewayClient {
  const origin = 'url' in address ? new URL(address.url).origin : 'http://gateway'
  const keptAlive = { keepAlive: true, maxSockets: CONNECTIONS }
  const agents = {
    http: 'socketPath' in address ? agentOf(address.socketPath, keptAlive) : new HttpAgent(keptAlive),
    https: new HttpsAgent('serverName' in address ? { ...keptAlive, servername: address.serverName } : keptAlive),
  }
  const client = got.extend({
    agent: agents,
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    timeout: { connect: CONNECT_MS, request: ANSWER_MS },
    retry: { limit: READ_RETRIES, methods: ['GET'], statusCodes: [], backoffLimit: MOST_WAIT_MS },
  })
  return {
    send: (request, passage) => sendOne(client, { ...request, url: urlOf(origin, request.target) }, passage),
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** An agent whose connections all lead to one Unix socket, whatever its path is made of. */
const agentOf = (path: string, options: AgentOptions): HttpAgent =>
  Object.assign(new HttpAgent(options), { createConnection: () => connect(path) })

/** @throws TargetChangedError for a target that means something else once it is read */
function urlOf(origin: string, target: string): URL {
  const url = new URL(origin + target)
  if (url.pathname + url.search !== target) throw new TargetChangedError('A path is not in its one form.')
  return url
}

type AddressedRequest = InnerRequest & { url: URL }

async function sendOne(
  client: Got,
  { method, url, json, ifMatch }: AddressedRequest,
  { pass, tool, traceparent, signal }: InnerPassage,
): Promise<GatewayReply> {
  const ending = followSignal(signal)
  const headers = { [PASS_HEADER]: pass, [TOOL_HEADER]: tool, traceparent, 'if-match': ifMatch }
  const asked = client(url, { method, headers, signal: ending.signal, ...(json !== undefined && { json }) })
  void asked.on('downloadProgress', ({ transferred }) => {
    if (transferred > MAX_REPLY_BYTES) ending.abort(new ReplyTooLongError('The reply is too long.'))
  })
  try {
    return toReply(await asked)
  } catch (error) {
    if (!(error instanceof RequestError) && !ending.signal.aborted) throw error
    return { kind: 'failed', reason: reasonOf(error, ending.signal) }
  } finally {
    ending.letGo()
  }
}

function reasonOf(error: unknown, { aborted, reason }: AbortSignal) {
  if (reason instanceof ReplyTooLongError) return 'size'
  return aborted || error instanceof TimeoutError ? 'time' : 'unreachable'
}

function toReply({ statusCode: status, headers, body }: Response<string>): GatewayReply {
  const { etag, 'x-total-count': total, 'retry-after': retryAfter } = headers
  return {
    kind: 'replied',
    status,
    body,
    ...(etag !== undefined && { etag }),
    ...(typeof total === 'string' && { total: Number(total) }),
    ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
  }
}
