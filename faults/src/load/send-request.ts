import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseJson } from '@sluice/contracts'
import { z } from 'zod'
import type { ReceivedAnswer } from '../oracle/observations.ts'

export type RequestSending = {
  gateway: string
  method: string
  path: string
  authorization: string
  body: string | undefined
  agent: Agent
  /** From where it is sent; the system's choice by default. */
  localAddress?: string | undefined
  /** Told why no whole response came. */
  failed?: (why: string) => void
}

export type ReceivedResponse = { status: number; requestId: string; text: string; retryAfter: string | undefined }

// Longer than any bar of a row; a request that hangs is a failed one.
const LIMIT_MS = 35_000

/** A gateway ends a connection that nobody uses after 75 s, and Node's client takes no notice of being told so. */
const IDLE_MS = 60_000

/** Connections that are used again; ended before a gateway ends them, which could be while a request is on its way. */
export const keptConnections = (maxSockets: number): Agent =>
  new Agent({ keepAlive: true, maxSockets, timeout: IDLE_MS })

/** One request; undefined unless the last byte of its response was received. */
export function sendRequest(sending: RequestSending): Promise<ReceivedResponse | undefined> {
  const { gateway, method, path, authorization, body, agent, localAddress, failed } = sending
  const { hostname, port } = new URL(gateway)
  const length = Buffer.byteLength(body ?? '')
  const headers = { authorization, 'content-type': 'application/json', 'content-length': length }
  const signal = AbortSignal.timeout(LIMIT_MS)
  return new Promise(resolve => {
    const fail = (error: NodeJS.ErrnoException) => {
      failed?.(error.code ?? error.name)
      resolve(undefined)
    }
    const outgoing = httpRequest({ hostname, port, method, path, headers, agent, signal, localAddress }, response => {
      const { statusCode: status = 0, headers: answered } = response
      text(response).then(
        whole =>
          resolve({
            status,
            requestId: String(answered['x-request-id'] ?? ''),
            text: whole,
            retryAfter: answered['retry-after'],
          }),
        fail,
      )
    })
    outgoing.once('error', fail)
    outgoing.end(body)
  })
}

const problemText = z.object({ detail: z.string() })
const MOST_SHOWN = 200
const NO_ROOM = /"code":"OVERLOADED".*the spool is full/

/** What the oracle has to know of a response. */
export function toAnswer(received: ReceivedResponse | undefined): ReceivedAnswer | undefined {
  if (!received) return undefined
  const { status, requestId, text: body, retryAfter } = received
  const refusal = status === 503 && NO_ROOM.test(body) ? 'no-room' : undefined
  const detail = status >= 500 ? detailOf(body) : undefined
  return { status, eventId: requestId, refusal, detail, saysWhen: retryAfter !== undefined }
}

/** What a problem document says, or the text itself where the answer is none. */
function detailOf(body: string): string {
  const read = parseJson(body)
  const problem = problemText.safeParse(read.kind === 'parsed' ? read.value : undefined)
  return problem.data?.detail ?? body.slice(0, MOST_SHOWN)
}
