import type { Grant } from '@sluice/contracts'
import { refuse } from '@sluice/contracts'
import { type Logger, type Operation, type Route, type ServiceRequest, toRefusal } from '@sluice/service-kit'
import type { Target } from '../domain/canonical-target.ts'
import { type LocalAnswer, problemAnswer, routeAnswer } from '../exchange/answer.ts'
import type { Arrival } from '../exchange/arrival.ts'
import type { Caller } from '../sign-in/sign-in.ts'

export type ControlPlane = {
  answer(request: {
    arrival: Arrival
    target: Target
    chain: readonly string[]
    caller: Caller
    permission: Grant['permission']
  }): Promise<LocalAnswer>
}

type Found =
  | { kind: 'found'; operation: Operation; params: Record<string, string> }
  | { kind: 'wrong-method' }
  | { kind: 'none' }

const NO_BODY = new Uint8Array()

/** Answers what is the gateway's own. None of its routes reads a body. */
export function createControlPlane(routes: readonly Route[], logger: Logger): ControlPlane {
  return {
    async answer({ arrival, target, chain, caller, permission }) {
      const found = findRoute(routes, arrival.method === 'HEAD' ? 'GET' : arrival.method, target.segments)
      if (found.kind !== 'found') return problemAnswer(refuseRoute(found.kind, arrival, target), arrival.requestId)
      const gone = new AbortController()
      arrival.response.once('close', () => gone.abort())
      const request: ServiceRequest = {
        requestId: arrival.requestId,
        method: arrival.method,
        target: target.encoded,
        params: found.params,
        query: new URLSearchParams(target.query),
        header: name => arrival.headers.get(name.toLowerCase()),
        rawBody: NO_BODY,
        caller: { principal: caller.principal, isRoot: caller.isRoot, permission, chain: [...chain] },
        signal: gone.signal,
      }
      return run(found.operation, request, logger)
    },
  }
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

function refuseRoute(kind: 'none' | 'wrong-method', { method }: Arrival, { path }: Target) {
  return kind === 'none'
    ? refuse('NOT_FOUND', `There is nothing at ${path}.`)
    : refuse('METHOD_NOT_ALLOWED', `${method} is not possible at ${path}.`)
}

function findRoute(routes: readonly Route[], method: string, segments: readonly string[]): Found {
  let isKnown = false
  for (const [routeMethod, pattern, operation] of routes) {
    const params = matchPattern(pattern.split('/').slice(1), segments)
    if (!params) continue
    if (routeMethod === method) return { kind: 'found', operation, params }
    isKnown = true
  }
  return { kind: isKnown ? 'wrong-method' : 'none' }
}

function matchPattern(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return params
}
