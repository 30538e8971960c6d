import type { IncomingMessage } from 'node:http'
import type { Refusal } from '@sluice/contracts'
import { ProblemError } from '@sluice/service-kit'

/** Ends the body of a request without its end: whoever reads it gets the refusal as an error, and answers with it. */
export function breakRequest(request: IncomingMessage, refusal: Refusal): void {
  if (request.destroyed) return
  // Destroyed with its connection, nobody could be told any more.
  Reflect.set(request, 'socket', null)
  request.destroy(new ProblemError(refusal))
}
