import type { KeyObject } from 'node:crypto'
import type { ChangeLog } from '@sluice/change-log'
import { errorCatalogue, type Grant, problemDocument, type Refusal, refuse, type UpstreamName } from '@sluice/contracts'
import { StoreTimeoutError, StoreUnavailableError } from '@sluice/store'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { GRANT_HEADER, POSITIONS_HEADER, verifyGrant } from './grant.ts'
import type { Logger } from './logger.ts'
import { describeRoutes } from './openapi.ts'
import { ProblemError, UnavailableError } from './problem-error.ts'
import type { Answer, Operation, Route, ServiceRequest } from './route.ts'

const MAX_BODY = '16mb'

export type ServiceApp = {
  name: UpstreamName
  routes: readonly Route[]
  grantKeys: readonly KeyObject[]
  changes: ChangeLog
  logger: Logger
}

/**
 * The HTTP side of a service behind the gateway: grant checked, change log caught up with what the gateway has seen,
 * route, answer or problem document. Only the description at `/openapi.json` is open without a grant.
 */
export function createServiceApp(service: ServiceApp): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', false)
  // Else a permission that tells `_indexes` from other names could be passed by `_INDEXES`.
  app.enable('case sensitive routing')
  const description = describeRoutes(service.routes, { title: service.name, version: '1' })
  app.get('/openapi.json', (_request, response) => void response.json(description))
  app.use(requireGrant(service))
  app.use(express.raw({ type: () => true, limit: MAX_BODY, inflate: false }))
  for (const [method, path, operation] of service.routes) {
    app[verbs[method]](path, (request: Request, response: Granted) => serve({ service, operation, request, response }))
  }
  for (const [path, methods] of methodsByPath(service.routes)) app.all(path, refuseMethod(methods))
  app.use((request: Request, response: Granted) => {
    const refusal = refuse('NOT_FOUND', `There is nothing at ${request.path} for ${request.method}.`)
    sendProblem(response, refusal, response.locals.grant.requestId)
  })
  app.use(handleErrors(service))
  return app
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

/** A response after `requireGrant`, which alone fills the grant in. */
type Granted = Response<unknown, { grant: Grant }>

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const [method, path] of routes) paths.set(path, [...(paths.get(path) ?? []), method])
  return paths
}

function refuseMethod(methods: readonly string[]) {
  return (request: Request, response: Granted) => {
    const allowed = methods.join(', ')
    const refusal = refuse('METHOD_NOT_ALLOWED', `${request.method} is not served at ${request.path}: ${allowed}.`)
    sendProblem(response.set('allow', allowed), refusal, response.locals.grant.requestId)
  }
}

function requireGrant({ name, grantKeys, changes, logger }: ServiceApp) {
  return async (request: Request, response: Granted, next: NextFunction) => {
    const expected = { upstream: name, method: request.method, target: request.originalUrl, now: changes.storeTime() }
    const check = verifyGrant(request.get(GRANT_HEADER), grantKeys, expected)
    if (check.kind === 'invalid') {
      logger.warn({ reason: check.reason, method: request.method }, 'grant.refused')
      const detail = 'This service answers the gateway only. Send the request to the gateway.'
      return sendProblem(response, refuse('FORBIDDEN', detail), '')
    }
    response.locals.grant = check.grant
    await changes.catchUp(check.grant.positions)
    next()
  }
}

type Serving = { service: ServiceApp; operation: Operation; request: Request; response: Granted }

async function serve({ service, operation, request, response }: Serving): Promise<void> {
  const { grant } = response.locals
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const answer = await operation.handle(toServiceRequest(request, grant, gone.signal))
  if (request.method !== 'GET') response.set(POSITIONS_HEADER, formatPositions(service.changes))
  if (answer.kind === 'refuse') return sendProblem(response, answer, grant.requestId)
  sendAnswer(response, answer)
}

function toServiceRequest(request: Request, grant: Grant, signal: AbortSignal): ServiceRequest {
  const { principal, isRoot, permission, chain } = grant
  const queryAt = request.originalUrl.indexOf('?')
  return {
    requestId: grant.requestId,
    method: request.method,
    target: request.originalUrl,
    params: Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, [value].flat().join('/')])),
    query: new URLSearchParams(queryAt === -1 ? '' : request.originalUrl.slice(queryAt + 1)),
    header: name => request.get(name),
    rawBody: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    caller: { principal, isRoot, permission, chain },
    signal,
  }
}

function sendAnswer(response: Response, answer: Answer): void {
  response.status(answer.status)
  if (answer.headers) response.set(answer.headers)
  if (!answer.body) return void response.end()
  if ('json' in answer.body) return void response.json(answer.body.json)
  const { bytes, type } = answer.body
  response.setHeader('content-type', type)
  response.setHeader('content-length', Buffer.byteLength(bytes))
  response.end(bytes)
}

/** Sends an error body. @param requestId as in `X-Request-Id` */
function sendProblem(response: Response, refusal: Omit<Refusal, 'kind'>, requestId: string): void {
  const problem = problemDocument(refusal, requestId)
  if (errorCatalogue[refusal.code].isRetriable) response.set('retry-after', '1')
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}

function handleErrors({ logger }: ServiceApp) {
  return (
    error: unknown,
    _request: Request,
    response: Response<unknown, Partial<Granted['locals']>>,
    next: NextFunction,
  ) => {
    if (response.headersSent) return next(error)
    const requestId = response.locals.grant?.requestId ?? ''
    const refusal = toRefusal(error)
    if (refusal.code === 'INTERNAL') logger.error({ requestId, err: error }, 'request.failed')
    sendProblem(response, refusal, requestId)
  }
}

/** What a thrown error becomes. Unknown ones say nothing of themselves: the log has them under the request id. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof ProblemError) return error.refusal
  if (error instanceof StoreTimeoutError) {
    return refuse('UNAVAILABLE', 'The query took too long. Narrow it, or add an index for its fields.')
  }
  if (error instanceof StoreUnavailableError || error instanceof UnavailableError) {
    return refuse('UNAVAILABLE', 'The document store does not answer at the moment. Try again shortly.')
  }
  if (hasType(error, 'entity.too.large')) return refuse('PAYLOAD_TOO_LARGE', `The body may have ${MAX_BODY} at most.`)
  if (hasType(error, 'request.aborted') || hasType(error, 'request.size.invalid'))
    return refuse('BAD_REQUEST', 'The body ended before it was complete. Send the request again.')
  if (hasType(error, 'encoding.unsupported'))
    return refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.')
  if (error instanceof URIError) return refuse('BAD_PATH', 'The path is not valid percent-encoding.')
  return refuse('INTERNAL', 'Something broke on our side. The log of the service has it under this request id.')
}

const hasType = (error: unknown, type: string) =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'type') === type

const formatPositions = (changes: ChangeLog) =>
  Object.entries(changes.positions())
    .map(([topic, sequence]) => `${topic}=${sequence}`)
    .join(',')
