import type { Grant } from '@sluice/contracts'
import { type Refusal, refuse } from '@sluice/contracts'
import {
  compileRoutes,
  type Logger,
  type Operation,
  type Route,
  refuseUnapplied,
  type ServiceRequest,
  toRefusal,
} from '@sluice/service-kit'
import type { CanonicalTarget } from '../domain/canonical-target.ts'
import { type Arrival, hasBody } from '../exchange/arrive/arrival.ts'
import { holdBody } from '../exchange/arrive/hold-body.ts'
import { type GatewayRefusal, type LocalAnswer, problemAnswer, routeAnswer } from '../exchange/record/answer.ts'
import type { RequestCaller } from '../sign-in/sign-in.ts'

export type ControlPlane = {
  answer(request: {
    arrival: Arrival
    target: CanonicalTarget
    chain: readonly string[]
    caller: RequestCaller
    permission: Grant['permission']
    /** The body where it was read before. */
    body: Buffer | undefined
  }): Promise<LocalAnswer>
}

const NO_BODY = new Uint8Array()

/** Answers what is the gateway's own. Only a route that describes a body reads one. */
export function createControlPlane(routes: readonly Route[], logger: Logger): ControlPlane {
  const match = compileRoutes(routes)
  return {
    async answer({ arrival, target, chain, caller, permission, body }) {
      const found = match(arrival.method, target.segments)
      if (found.kind !== 'found') return problemAnswer(refuseRoute(found, arrival, target), arrival.requestId)
      const unapplied = refuseUnapplied(found.operation, {
        method: arrival.method,
        path: target.encoded.split('?', 1)[0] ?? '',
        permission,
      })
      if (unapplied) return problemAnswer(unapplied, arrival.requestId)
      const rawBody = body ?? (await readBody(found.operation, arrival))
      if ('kind' in rawBody) return problemAnswer(rawBody, arrival.requestId)
      const gone = new AbortController()
      arrival.response.once('close', () => gone.abort())
      const request: ServiceRequest = {
        requestId: arrival.requestId,
        method: arrival.method,
        target: target.encoded,
        params: found.params,
        query: new URLSearchParams(target.query),
        header: name => arrival.headers.get(name.toLowerCase()),
        rawBody,
        caller: {
          principal: caller.principal,
          isRoot: caller.isRoot,
          permission,
          chain: [...chain],
          clientAddress: arrival.origin.address,
        },
        signal: () => gone.signal,
        // Answers of the gateway itself are small.
        hold() {},
      }
      return run(found.operation, request, logger)
    },
  }
}

async function readBody(operation: Operation, arrival: Arrival): Promise<Uint8Array | Refusal> {
  if (!operation.body || !hasBody(arrival)) return NO_BODY
  const held = await holdBody(arrival)
  return held.kind === 'refuse' ? held : held.bytes
}

async function run(operation: Operation, request: ServiceRequest, logger: Logger): Promise<LocalAnswer> {
  try {
    const answer = await operation.handle(request)
    return answer.kind === 'refuse' ? problemAnswer(answer, request.requestId) : routeAnswer(answer)
  } catch (error) {
    const refusal = toRefusal(error)
    if (refusal.code === 'INTERNAL') logger.error({ requestId: request.requestId, err: error }, 'request.failed')
    return problemAnswer(refusal, request.requestId)
  }
}

type NotFound = Exclude<ReturnType<ReturnType<typeof compileRoutes>>, { kind: 'found' }>

function refuseRoute(found: NotFound, { method }: Arrival, { path }: CanonicalTarget): GatewayRefusal {
  if (found.kind === 'none') return refuse('NOT_FOUND', `There is nothing at ${path}.`)
  const allow = found.allowed.flatMap(allowed => (allowed === 'GET' ? ['GET', 'HEAD'] : allowed)).join(', ')
  return { ...refuse('METHOD_NOT_ALLOWED', `${method} is not possible at ${path}: ${allow}.`), allow }
}
