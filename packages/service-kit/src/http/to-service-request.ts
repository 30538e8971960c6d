import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Grant, refuse } from '@sluice/contracts'
import type { Hold } from '../telemetry/byte-budget.ts'
import { ProblemError } from './problem-error.ts'
import type { ServiceRequest } from './route.ts'

export type ArrivedRequest = {
  request: IncomingMessage
  response: ServerResponse
  method: string
  target: string
  grant: Grant
  params: ServiceRequest['params']
  rawBody: Uint8Array
  hold: Hold
}

/** A request as handlers see it. */
export function toServiceRequest({
  request,
  response,
  grant,
  method,
  target,
  params,
  rawBody,
  hold,
}: ArrivedRequest): ServiceRequest {
  const { requestId, principal, isRoot, permission, chain, clientAddress, tool } = grant
  const queryAt = target.indexOf('?')
  let gone: AbortSignal | undefined
  return {
    requestId,
    method,
    target,
    params,
    query: new URLSearchParams(queryAt === -1 ? '' : target.slice(queryAt + 1)),
    header: name => headerOf(request, name.toLowerCase()),
    rawBody,
    caller: { principal, isRoot, permission, chain, clientAddress, tool },
    // Most handlers never ask.
    get signal() {
      gone ??= signalOf(response)
      return gone
    },
    hold(bytes) {
      if (!hold(bytes)) throw new ProblemError(TOO_MUCH)
    },
  }
}

const TOO_MUCH = refuse(
  'OVERLOADED',
  'Too many large answers are made here at once. Try again shortly, or ask for fewer documents or fields.',
)

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function signalOf(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort()
  const gone = new AbortController()
  // An answer that was sent is no reason to abort anything, and the error for it costs more than a request.
  response.once('close', () => void (response.writableFinished || gone.abort()))
  return gone.signal
}
