import type { KeyObject } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { ChangeLog } from '@sluice/change-log'
import { type Grant, type Refusal, refuse, type UpstreamName } from '@sluice/contracts'
import { StoreConflictError, StoreTimeoutError, StoreUnavailableError } from '@sluice/store'
import { productVersion } from '../settings/product-version.ts'
import { bodyBudget } from '../telemetry/byte-budget.ts'
import type { Logger } from '../telemetry/logger.ts'
import { beginSpan, failSpan, type Span, within } from '../tracing/spans.ts'
import { createGrantCheck, type GrantCheck, grantHeaders, hasGrant, POSITIONS_HEADER } from '../trust/grant.ts'
import { formatRepeat, REPEAT_HEADER } from '../trust/repeat-header.ts'
import { describeRoutes } from './description/describe-routes.ts'
import type { OpenApiDocument } from './description/openapi-document.ts'
import type { GatewayRequest, ReplyChannel } from './exchange/service-exchange.ts'
import { replyBySocket, requestBySocket } from './exchange/socket-exchange.ts'
import { compileRoutes, decodeParams, type MatchRoute, segmentsOf } from './match-route.ts'
import { DESCRIPTION_PATH, notForYou, outOfTime } from './open-answers.ts'
import { createOpenListener } from './open-listener.ts'
import { ProblemError, UnavailableError } from './problem-error.ts'
import { readRequestBody } from './read-request-body.ts'
import { refuseUnapplied } from './refuse-unapplied.ts'
import type { Route, RouteHandler } from './route.ts'
import { sendAnswer, sendProblem } from './send-answer.ts'
import { countFailures } from './service-failures.ts'
import type { Shortcut } from './shortcut.ts'
import { type ArrivedRequest, toServiceRequest } from './to-service-request.ts'

export type ServiceApp = {
  name: UpstreamName
  routes: readonly Route[]
  /** What is said besides of some paths that `routes` serve; nothing is served by it. */
  described?: readonly Route[]
  /** Is asked before the table is, for each request whose permission has no rules and whose trace is not recorded. */
  shortcut?: Shortcut | undefined
  /** Gives the keys that are in force at this moment. */
  grantKeys: () => readonly KeyObject[]
  changes: ChangeLog
  logger: Logger
}

type ServedService = {
  service: ServiceApp
  positionsText: ReturnType<typeof createPositionsText>
  check: ReturnType<typeof createGrantCheck>
  match: MatchRoute
  failures: ReturnType<typeof countFailures>
}

/** A service behind the gateway, whichever way requests come to it. */
export type ServiceEntry = {
  describe(): OpenApiDocument
  /** Answers a request; never throws. */
  serve(request: GatewayRequest, reply: ReplyChannel): void
}

/**
 * The side of a service that looks to the gateway: grant checked, change log caught up with what the gateway has seen, route,
 * answer or problem document.
 */
export function createServiceEntry(service: ServiceApp): ServiceEntry {
  const about = { title: service.name, version: productVersion }
  const serving = {
    service,
    positionsText: createPositionsText(),
    check: createGrantCheck(),
    match: compileRoutes(service.routes),
    failures: countFailures(service.name),
  }
  return {
    describe: () => describeRoutes([...(service.described ?? []), ...service.routes].map(withRuleError), about),
    serve: (request, reply) => void serve(serving, { request, reply }),
  }
}

/** The same by HTTP. Only the description at `/openapi.json` is open without a grant. */
export function createServiceApp(service: ServiceApp): RequestListener {
  const { describe, serve: serveGranted } = createServiceEntry(service)
  const open = createOpenListener(describe, service.logger)
  return (request, response) => {
    const { headers, url = '/' } = request
    if (!hasGrant(headers) || url === DESCRIPTION_PATH) return open(request, response)
    serveGranted(requestBySocket(request), replyBySocket(response))
  }
}

type ServiceExchange = { request: GatewayRequest; reply: ReplyChannel; span?: Span | undefined }

async function serve(serving: ServedService, exchange: ServiceExchange): Promise<void> {
  const { logger } = serving.service
  let requestId = ''
  try {
    const check = checkGrant(serving, exchange)
    if (check.kind === 'invalid') {
      logger.warn({ reason: check.reason, method: exchange.request.method }, 'grant.refused')
      const refusal = check.reason === 'age' ? outOfTime : notForYou
      return sendProblem(exchange.reply, { ...refusal, requestId })
    }
    requestId = check.grant.requestId
    const span = beginServing(serving.service, exchange)
    await within(span, () => answer(serving, { ...exchange, span }, check.grant))
  } catch (error) {
    failRequest({ error, requestId, reply: exchange.reply, serving })
  }
}

/** Any operation may be refused by a permission: by a rule that it does not apply, or by what a rule says. */
function withRuleError([method, path, operation]: Route): Route {
  return [method, path, { ...operation, errors: [...(operation.errors ?? []), 'FORBIDDEN'] }]
}

/** Ends with the answer, or when nobody waits for it any more. */
function beginServing({ name }: ServiceApp, { request, reply }: ServiceExchange): Span | undefined {
  const { method } = request
  const attributes = { 'http.request.method': method }
  const span = beginSpan(`${method} ${name}`, request.header('traceparent'), { kind: 'server', attributes })
  if (span) reply.once('close', () => endServing(span, reply))
  return span
}

function endServing(span: Span, { hasBegun, status }: ReplyChannel): void {
  if (hasBegun) span.setAttribute('http.response.status_code', status)
  if (!hasBegun || status >= 500) failSpan(span, hasBegun ? String(status) : 'no-answer')
  span.end()
}

function checkGrant(
  { service: { name, grantKeys, changes }, check }: ServedService,
  { request }: ServiceExchange,
): GrantCheck {
  const { method, target } = request
  return check(grantHeaders(request), grantKeys(), { upstream: name, method, target, now: changes.storeTime() })
}

async function answer(serving: ServedService, exchange: ServiceExchange, grant: Grant): Promise<void> {
  const { changes } = serving.service
  const { request, reply } = exchange
  await changes.catchUp(grant.positions)
  const hold = bodyBudget.holdUntilClosed(reply)
  const body = request.readBody ? await readRequestBody(request, hold) : NO_BODY
  if (body.kind === 'refuse') return sendProblem(reply, { ...body, requestId: grant.requestId })
  const arrived = { request, reply, grant, rawBody: body.bytes, hold }
  const given = await (shortcutOf(serving.service, exchange, arrived) ?? route(serving, exchange, arrived))
  if (given) sendGiven(serving, exchange, { requestId: grant.requestId, given })
}

const NO_BODY = { kind: 'read', bytes: new Uint8Array() } as const

type UnroutedRequest = Omit<ArrivedRequest, 'params'>

/** The rules of a permission are judged where the operation is known, and a span is named by its route. */
function shortcutOf({ shortcut }: ServiceApp, { span }: ServiceExchange, arrived: UnroutedRequest) {
  const isRuled = arrived.grant.permission?.rules != null
  return span || isRuled ? undefined : shortcut?.(arrived)
}

async function route(
  { match }: ServedService,
  exchange: ServiceExchange,
  unrouted: UnroutedRequest,
): Promise<GivenAnswer['given'] | undefined> {
  const { method, target } = exchange.request
  const found = match(method, segmentsOf(pathOf(target)))
  if (found.kind !== 'found') return refuseRoute(exchange, unrouted.grant.requestId, found)
  exchange.span?.updateName(`${method} ${found.path}`).setAttribute('http.route', found.path)
  const arrived: ArrivedRequest = { ...unrouted, params: decodeParams(found.params) }
  return refuseUnapplied(found.operation, asRuled(arrived)) ?? found.operation.handle(toServiceRequest(arrived))
}

type GivenAnswer = { requestId: string; given: Awaited<ReturnType<RouteHandler>> }

const repeatHeader = ({ mark }: GivenAnswer['given']) => mark && { [REPEAT_HEADER]: formatRepeat(mark) }

function sendGiven(
  { service: { changes }, positionsText }: ServedService,
  { request: { method }, reply }: ServiceExchange,
  { requestId, given }: GivenAnswer,
): void {
  const more =
    method === 'GET' ? undefined : { [POSITIONS_HEADER]: positionsText(changes.positions()), ...repeatHeader(given) }
  if (given.kind === 'refuse') sendProblem(reply, { ...given, requestId }, more)
  else sendAnswer(reply, given, more)
}

const asRuled = ({ request: { method, target }, grant }: ArrivedRequest) => ({
  method,
  path: pathOf(target),
  permission: grant.permission,
})

const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

function refuseRoute(
  { request: { method, target }, reply }: ServiceExchange,
  requestId: string,
  found: Exclude<ReturnType<MatchRoute>, { kind: 'found' }>,
): undefined {
  const path = pathOf(target)
  if (found.kind === 'none') {
    sendProblem(reply, { ...refuse('NOT_FOUND', `There is nothing at ${path} for ${method}.`), requestId })
    return
  }
  const allow = found.allowed.join(', ')
  const refusal = refuse('METHOD_NOT_ALLOWED', `${method} is not served at ${path}: ${allow}.`)
  sendProblem(reply, { ...refusal, requestId }, { allow })
}

type RequestFailure = { error: unknown; requestId: string; reply: ReplyChannel; serving: ServedService }

function failRequest({ error, requestId, reply, serving }: RequestFailure): void {
  const refusal = toRefusal(error)
  const isOurs = refusal.code === 'INTERNAL'
  serving.failures.failed(error, isOurs)
  if (isOurs) serving.service.logger.error({ requestId, err: error }, 'request.failed')
  // Half an answer must not look like a whole one.
  if (reply.hasBegun) return reply.cut()
  sendProblem(reply, { ...refusal, requestId })
}

/** What a thrown error becomes. Unknown ones say nothing of themselves: the log has them under the request id. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof ProblemError) return error.refusal
  if (error instanceof StoreTimeoutError) {
    return refuse('UNAVAILABLE', 'The query took too long. Narrow it, or add an index for its fields.')
  }
  if (error instanceof StoreConflictError) return refuse('OVERLOADED', `${error.message} Try again shortly.`)
  if (error instanceof StoreUnavailableError || error instanceof UnavailableError) {
    return refuse('UNAVAILABLE', 'The document store does not answer at the moment. Try again shortly.')
  }
  if (error instanceof URIError) return refuse('BAD_PATH', 'The path is not valid percent-encoding.')
  return refuse('INTERNAL', 'Something broke on our side. The log of the service has it under this request id.')
}

type LogPositions = ReturnType<ChangeLog['positions']>

/** Writes positions for a header; of the same object as before it is the same text. */
function createPositionsText(): (positions: LogPositions) => string {
  let last: { positions: LogPositions; text: string } | undefined
  return positions => {
    if (last?.positions !== positions) last = { positions, text: formatPositions(positions) }
    return last.text
  }
}

const formatPositions = (positions: LogPositions) =>
  Object.entries(positions)
    .map(([topic, sequence]) => `${topic}=${sequence}`)
    .join(',')
