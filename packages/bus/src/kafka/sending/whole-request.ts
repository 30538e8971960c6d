import Encoder from 'kafkajs/src/protocol/encoder.js'

/** Room for what kafkajs writes before a request: 14 bytes and the name of the client, of which more than that is copied. */
const HEAD_ROOM = 256

/** A request of Kafka in one buffer, which is written to the socket as it is: with room for its head before it. */
export class WholeRequest extends Encoder {
  #start = HEAD_ROOM

  /** @param bytes with room for the head and for the request */
  constructor(bytes: Buffer) {
    super(1)
    this.buf = bytes
    this.offset = HEAD_ROOM
  }

  override get buffer(): Buffer {
    return this.buf.subarray(this.#start, this.offset)
  }

  override size(): number {
    return this.offset - this.#start
  }

  /** Writes a head before what is there. @returns whether there was room for it */
  putBefore(head: Buffer): boolean {
    if (head.length > this.#start) return false
    this.#start -= head.length
    head.copy(this.buf, this.#start)
    return true
  }
}

/** kafkajs 2.2.4 copies a request twice, each time into a buffer of the next power of two that it fills with zeros first. */
export function patchEncoder() {
  const copy = Encoder.prototype.writeEncoder
  function append(this: Encoder, written: Encoder) {
    return written instanceof WholeRequest && written.putBefore(this.buffer) ? written : copy.call(this, written)
  }
  Encoder.prototype.writeEncoder = append
}

/** Sizes of buffers are multiples of it. */
const STEP = 64 * 1024
/** A larger one is not kept. */
const MOST_KEPT = 2 * 1024 * 1024

/** Buffers of requests, of which one is kept for the next request: to the collector each large one is a reason to look at all there is. */
export type RequestBuffers = {
  /** @param bytes of the request @returns a buffer with room for it and its head, with whatever stood there before */
  take(bytes: number): Buffer
  /** Only of what a broker has answered: what it has not may still be on its way out. */
  giveBack(buffer: Buffer): void
}

export function createRequestBuffers(): RequestBuffers {
  let kept: Buffer | undefined
  return {
    take(bytes) {
      const wanted = HEAD_ROOM + bytes
      const taken = kept
      kept = undefined
      if (taken && taken.length >= wanted) return taken
      return Buffer.allocUnsafeSlow(Math.ceil(wanted / STEP) * STEP)
    },
    giveBack(buffer) {
      if (buffer.length <= MOST_KEPT) kept = buffer
    },
  }
}
