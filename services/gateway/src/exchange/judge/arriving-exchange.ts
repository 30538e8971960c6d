import type { IncomingMessage } from 'node:http'
import { type Exchange, exchangeOf } from '@sluice/predicate'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import type { RequestCaller } from '../../sign-in/sign-in.ts'
import type { Arrival } from '../arrive/arrival.ts'

type ArrivingRequest = {
  arrival: Pick<Arrival, 'method' | 'headers' | 'origin' | 'inner'> & { request: Pick<IncomingMessage, 'httpVersion'> }
  target: Pick<CanonicalTarget, 'path' | 'query'>
  caller: Pick<RequestCaller, 'principal' | 'user'>
  bodyValue(): unknown
  needsCredentials?: () => boolean | undefined
}

/** A request as predicates see it while it waits to be let in. */
export function arrivingExchange({ arrival, target, caller, bodyValue, needsCredentials }: ArrivingRequest): Exchange {
  const { method, headers, origin, inner, request } = arrival
  return exchangeOf({
    method,
    path: target.path,
    queryString: target.query,
    headers,
    user: caller.principal.id,
    userDocument: caller.user?.document,
    remoteAddress: origin.address,
    isSecure: origin.isSecure,
    tool: inner?.kind === 'inner' ? inner.tool : undefined,
    protocol: `HTTP/${request.httpVersion}`,
    needsCredentials,
    requestBody: bodyValue,
  })
}
