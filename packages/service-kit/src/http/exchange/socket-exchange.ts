import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendStream } from './send-stream.ts'
import type { BodyReader, GatewayRequest, ReplyChannel, ReplyHeaders } from './service-exchange.ts'

/** A request that came by a connection. */
export function requestBySocket(request: IncomingMessage): GatewayRequest {
  const { method = 'GET', url = '/', headers } = request
  const { 'content-length': length, 'transfer-encoding': transfer } = headers
  const hasBody = transfer !== undefined || (length !== undefined && length !== '0')
  return {
    method,
    target: url,
    header(name) {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    readBody: hasBody ? reader => readBody(request, reader) : undefined,
  }
}

function readBody(request: IncomingMessage, reader: BodyReader): void {
  // Whoever has gone already is told of by no event.
  if (request.destroyed) return reader.breakOff()
  request.on('data', reader.take)
  request.on('end', reader.complete)
  request.on('close', reader.breakOff)
  request.on('error', reader.breakOff)
}

/** The answer to a request that came by a connection. */
export const replyBySocket = (response: ServerResponse): ReplyChannel => new SocketReply(response)

/** Sends an answer by its connection. It is a class, as V8 takes a microsecond for an object that is written with getters. */
class SocketReply implements ReplyChannel {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get closed() {
    return this.#response.closed
  }

  get isSent() {
    return this.#response.writableFinished
  }

  get hasBegun() {
    return this.#response.headersSent
  }

  get status() {
    return this.#response.statusCode
  }

  once(event: 'close', listener: () => void) {
    return this.#response.once(event, listener)
  }

  send(status: number, headers: ReplyHeaders, bytes?: Uint8Array | string) {
    this.#response.writeHead(status, headers).end(bytes)
  }

  stream(status: number, headers: ReplyHeaders, pieces: AsyncIterable<string>) {
    this.#response.writeHead(status, headers)
    this.#response.flushHeaders()
    sendStream(this.#response, pieces, this.#response.req.method === 'HEAD')
  }

  cut() {
    this.#response.destroy()
  }
}
