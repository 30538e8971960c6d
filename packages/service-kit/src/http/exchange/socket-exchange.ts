import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendStream } from './send-stream.ts'
import type { BodyReader, GatewayRequest, ReplyChannel } from './service-exchange.ts'

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
  request.once('end', reader.complete)
  request.once('close', reader.breakOff)
  request.once('error', reader.breakOff)
}

/** The answer to a request that came by a connection. */
export const replyBySocket = (response: ServerResponse): ReplyChannel => ({
  get closed() {
    return response.closed
  },
  get isSent() {
    return response.writableFinished
  },
  get hasBegun() {
    return response.headersSent
  },
  get status() {
    return response.statusCode
  },
  once: (event, listener) => response.once(event, listener),
  send: (status, headers, bytes) => void response.writeHead(status, headers).end(bytes),
  stream(status, headers, pieces) {
    response.writeHead(status, headers)
    response.flushHeaders()
    sendStream(response, pieces, response.req.method === 'HEAD')
  },
  cut: () => void response.destroy(),
})
