import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Refusal } from '@sluice/contracts'
import { v7 } from 'uuid'
import { breakRequest } from './exchange/arrive/break-request.ts'
import { rawProblem } from './exchange/record/answer.ts'

/** How long a client that still sends gets to read its answer, in ms: bytes that nobody reads would break it. */
const LINGER_MS = 1_000

/** The request that came last on a connection, and how many of all have no answer yet. */
type CarriedRequest = { request: IncomingMessage; response: ServerResponse; unanswered: number }

export type BrokenRequests = {
  /** Notes a request that begins. */
  begin(request: IncomingMessage, response: ServerResponse): void
  /** Whether more of a body is awaited on this connection. */
  isInBody(socket: Duplex): boolean
  /** Tells the client of this connection why nothing more is read of it, where it can still be told. */
  breakOff(socket: Duplex, refusal: Refusal): void
}

/**
 * Ends requests that break in the middle, or in their heads. Each request gets one answer: what is said of a fault is
 * neither cut into an answer that has begun nor taken for the answer of an earlier request.
 */
export function createBrokenRequests(): BrokenRequests {
  const carried = new WeakMap<Duplex, CarriedRequest>()
  const told = new WeakSet<Duplex>()
  return {
    begin(request, response) {
      const { socket } = request
      const last: CarriedRequest = carried.get(socket) ?? { request, response, unanswered: 0 }
      last.request = request
      last.response = response
      last.unanswered += 1
      carried.set(socket, last)
      response.on('close', () => {
        last.unanswered -= 1
      })
    },
    isInBody: socket => carried.get(socket)?.request.complete === false,
    breakOff(socket, refusal) {
      // The parser says it again of whatever comes after the fault.
      if (told.has(socket)) return
      const last = carried.get(socket)
      if (!socket.writable) return void socket.destroy()
      if (last && !last.request.complete) return breakBody(socket, last, refusal)
      // What is said here would be taken for the answer of an earlier request.
      if (last?.unanswered) return void socket.destroy()
      told.add(socket)
      endWith(socket, rawProblem(refusal, v7()))
    },
  }
}

/** A body that was given up is no news. */
function breakBody(socket: Duplex, { request, response }: CarriedRequest, refusal: Refusal): void {
  if (response.closed) return void socket.destroy()
  if (response.writableEnded) return void response.once('close', () => socket.destroy())
  breakRequest(request, refusal)
}

function endWith(socket: Duplex, text: string): void {
  socket.on('error', () => {})
  socket.end(text)
  const late = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(late))
}
