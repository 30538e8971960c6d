import { type Refusal, refuse } from '@sluice/contracts'
import { ProblemError } from '@sluice/service-kit'

/** The client has gone: nobody waits for the answer of the service. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError'
}

/** The body of a request, sent without a length, turned out to be too large. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
}

export const MAX_BODY_BYTES = 16 * 1024 * 1024

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'])
/** No descriptor is left here to ask with, so nothing was asked. */
const NO_DESCRIPTORS = new Set(['EMFILE', 'ENFILE'])

/** What the client is told when a service did not answer. @param service its name, for the operator who reads it */
export function toServiceRefusal(error: unknown, service: string): Refusal {
  // The request itself broke off, and says why.
  if (error instanceof ProblemError) return error.refusal
  if (error instanceof BodyTooLargeError) return refuseBody()
  if (NO_DESCRIPTORS.has(codeOf(error))) {
    return refuse('OVERLOADED', 'This gateway has too many connections open. Try again shortly.')
  }
  if (TIMEOUTS.has(codeOf(error))) return refuse('UPSTREAM_TIMEOUT', `The ${service} service took too long to answer.`)
  return refuse('UPSTREAM_FAILED', `The ${service} service can not be reached, or broke off. Try again shortly.`)
}

export const refuseBody = () => refuse('PAYLOAD_TOO_LARGE', 'A body may have 16 MiB at most.')

/** The code of an error of Node or undici; empty where there is none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null ? String(Reflect.get(error, 'code')) : ''
