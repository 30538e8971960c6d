import { Writable } from 'node:stream'
import { errors } from 'undici'
import { sendStream } from '../http/exchange/send-stream.ts'
import type { ReplyChannel, ReplyHeaders } from '../http/exchange/service-exchange.ts'
import { beginReply, failCall, finishCall, giveChunk, type LineCall, toBuffer, whenRead } from './line-call.ts'

/** The answer to a call, as its service sends it. */
export const replyByLine = (call: LineCall): ReplyChannel => new LineReply(call)

/** Hands an answer to the caller. It is a class as `SocketReply` is one. */
class LineReply implements ReplyChannel {
  readonly #call: LineCall

  constructor(call: LineCall) {
    this.#call = call
  }

  get closed() {
    return this.#call.isOver
  }

  get isSent() {
    return this.#call.isSent
  }

  get hasBegun() {
    return this.#call.status !== undefined
  }

  get status() {
    return this.#call.status ?? 0
  }

  once(_event: 'close', listener: () => void) {
    return this.#call.closers.push(listener)
  }

  send(status: number, headers: ReplyHeaders, bytes: Uint8Array | string = '') {
    beginReply(this.#call, status, headers)
    if (bytes.length > 0 && mayHaveBody(this.#call, status)) giveBytes(this.#call, toBuffer(bytes))
    finishCall(this.#call)
  }

  stream(status: number, headers: ReplyHeaders, pieces: AsyncIterable<string>) {
    beginReply(this.#call, status, headers)
    sendStream(streamOf(this.#call), pieces, this.#call.sent.method === 'HEAD')
  }

  cut() {
    failCall(this.#call, new errors.SocketError('The service broke off.'))
  }
}

const NO_CONTENT = 204
const NOT_MODIFIED = 304

const mayHaveBody = ({ sent }: LineCall, status: number) =>
  sent.method !== 'HEAD' && status !== NO_CONTENT && status !== NOT_MODIFIED

/** What a socket would take at once. */
const PIECE_BYTES = 64 * 1024

/** Gives a large body piece by piece, so that it counts for its service for as long as its client is slow to read it. */
function giveBytes(call: LineCall, bytes: Buffer): void {
  if (bytes.length <= PIECE_BYTES) return giveChunk(call, bytes)
  let at = 0
  for (; at + PIECE_BYTES < bytes.length; at += PIECE_BYTES) giveChunk(call, bytes.subarray(at, at + PIECE_BYTES))
  // The last piece may be kept for long; a copy doesn't keep all the others.
  giveChunk(call, Buffer.from(bytes.subarray(at)))
}

/** Takes an answer that comes in pieces. Closed before its end, the answer is cut. */
function streamOf(call: LineCall): Writable {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      giveChunk(call, chunk)
      whenRead(call, done)
    },
    final(done) {
      finishCall(call)
      whenRead(call, done)
    },
    destroy(error, done) {
      failCall(call, error ?? new errors.SocketError('The service broke off.'))
      done(error)
    },
  })
  // Whoever has gone is told of by the end of the call.
  stream.on('error', () => {})
  if (call.isOver) stream.destroy()
  else call.closers.push(() => void stream.destroy())
  return stream
}
