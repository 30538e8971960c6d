import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type ListenAddress, type Listener, listen } from '../http/listener.ts'

/** @returns what is not ready, in words for the operator; an empty list means ready */
export type Readiness = () => readonly string[]

/** What a process does without for a while, and works all the same. */
export type Degradation = {
  /** The dependency's name in the labels of metrics. */
  dependency: string
  /** Epoch ms. */
  since: number
  /** What that changes, in words for the operator. */
  effect: string
  /** What went wrong last; holds no secret. */
  error: string
}

/** `/healthz` (alive), `/readyz` (dependencies) and `/metrics` on a port of their own, so that clients never reach them. */
export function startAdminServer(options: {
  address: ListenAddress
  readiness: Readiness
  /** What is short of something and works all the same: shown beside "ready". */
  degradation?: () => readonly Degradation[]
  serveMetrics: RequestListener
}): Promise<Listener> {
  const { address, readiness, degradation = () => [], serveMetrics } = options
  return listen((request, response) => {
    if (request.url === '/healthz') return sendStatus(response, 200, { status: 'alive' })
    if (request.url === '/metrics') return serveMetrics(request, response)
    if (request.url === '/readyz') return sendReadiness(response, readiness(), degradation())
    return sendStatus(response, 404, { detail: 'Only /healthz, /readyz and /metrics are served here.' })
  }, address)
}

function sendReadiness(
  response: ServerResponse<IncomingMessage>,
  missing: readonly string[],
  degradations: readonly Degradation[],
): void {
  const also = degradations.length > 0 ? describeDegradations(degradations) : {}
  if (missing.length === 0) return sendStatus(response, 200, { status: 'ready', ...also })
  sendStatus(response, 503, { status: 'not ready', missing, ...also })
}

/** Names for programs, and the rest for who looks. */
function describeDegradations(degradations: readonly Degradation[]) {
  const details = degradations.map(({ dependency, since, effect, error }) => [
    dependency,
    { since: new Date(since).toISOString(), effect, error },
  ])
  return { degraded: degradations.map(({ dependency }) => dependency), dependencies: Object.fromEntries(details) }
}

function sendStatus(response: ServerResponse<IncomingMessage>, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
