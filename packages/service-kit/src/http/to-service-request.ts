import { type Grant, refuse } from '@sluice/contracts'
import type { Hold } from '../telemetry/byte-budget.ts'
import type { GatewayRequest, ReplyChannel } from './exchange/service-exchange.ts'
import { ProblemError } from './problem-error.ts'
import type { ServiceRequest } from './route.ts'

export type ArrivedRequest = {
  request: GatewayRequest
  reply: ReplyChannel
  grant: Grant
  params: ServiceRequest['params']
  rawBody: Uint8Array
  hold: Hold
}

/** A request as handlers see it. */
export function toServiceRequest({ request, reply, grant, params, rawBody, hold }: ArrivedRequest): ServiceRequest {
  const { method, target } = request
  const { requestId, principal, isRoot, permission, chain, clientAddress, tool } = grant
  const queryAt = target.indexOf('?')
  let gone: AbortSignal | undefined
  return {
    requestId,
    method,
    target,
    params,
    query: new URLSearchParams(queryAt === -1 ? '' : target.slice(queryAt + 1)),
    header: name => request.header(name.toLowerCase()),
    rawBody,
    caller: { principal, isRoot, permission, chain, clientAddress, tool },
    // Most handlers never ask.
    signal() {
      gone ??= signalOf(reply)
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

/** Tells whether who waits for an answer has gone, without being told of it: all that is needed where nothing is cut short. */
export const departureOf = (reply: ReplyChannel): Pick<AbortSignal, 'aborted'> => new Departure(reply)

class Departure {
  readonly #reply: ReplyChannel

  constructor(reply: ReplyChannel) {
    this.#reply = reply
  }

  get aborted() {
    return this.#reply.closed && !this.#reply.isSent
  }
}

function signalOf(reply: ReplyChannel): AbortSignal {
  if (reply.closed) return AbortSignal.abort()
  const gone = new AbortController()
  // An answer that was sent is no reason to abort anything, and the error for it costs more than a request.
  reply.once('close', () => void (reply.isSent || gone.abort()))
  return gone.signal
}
