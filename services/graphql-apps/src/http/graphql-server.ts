import { HeaderMap } from '@apollo/server'
import type { Logger } from '@sluice/service-kit'
import { type GraphQLError, getOperationAST } from 'graphql'
import type { PreparedDocument } from '../domain/plan/prepare-document.ts'
import { openRulings } from '../domain/rulings.ts'
import { type OperationResult, type OperationSettings, runOperation } from '../execution/run-operation.ts'
import { type ApolloExecution, type ApolloRequest, type ApolloResult, createApollo } from './apollo.ts'
import { type GraphqlAnswer, RETRY_AFTER_SECONDS, statusOfRequestError } from './error-answer.ts'
import type { GraphqlRequest } from './graphql-request.ts'
import { createOperationMeters } from './operation-meters.ts'

/** Answers GraphQL requests of all apps. */
export type GraphqlServer = {
  start(): Promise<void>
  answer(request: GraphqlRequest): Promise<GraphqlAnswer>
  stop(): Promise<void>
}

type ServerSettings = Omit<OperationSettings, 'onBroken' | 'open'> & { logger: Logger }

/**
 * What can run is run, and answered from here when it has no errors; Apollo Server reads and shapes everything else. It
 * would give the same text, and take most of the time of a small query.
 */
export function createGraphqlServer(settings: ServerSettings): GraphqlServer {
  const { logger } = settings
  const open = openRulings(settings.hidden)
  const apollo = createApollo(execute, logger)
  const meters = createOperationMeters()

  async function run(request: GraphqlRequest, prepared: ReadyDocument): Promise<OperationResult> {
    const result = await runOperation(operationOf(request, prepared), {
      ...settings,
      open,
      onBroken(error) {
        meters.broken()
        logger.error({ requestId: request.requestId, err: error }, 'query.failed')
      },
    })
    if (result.way) meters.ran(result.way)
    return result
  }

  async function execute({ exchange, response }: ApolloExecution): Promise<ApolloResult> {
    const { prepared } = exchange
    if (prepared?.kind !== 'ready') return { errors: prepared?.errors ?? [] }
    const { json, errors } = exchange.result ?? (await run(exchange, prepared))
    if (response?.http && isLostToStore(json, errors)) {
      response.http.status = 503
      response.http.headers.set('retry-after', RETRY_AFTER_SECONDS)
    }
    return toResult(json, errors)
  }

  async function answerByApollo(request: GraphqlRequest, result: OperationResult | undefined): Promise<GraphqlAnswer> {
    const exchange: ApolloRequest = { ...request, prepared: undefined, result }
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: asApolloReads(request),
      context: async () => ({ exchange }),
    })
    headers.delete('content-type')
    const text = body.kind === 'complete' ? body.string : ''
    return { status: statusFor(status, exchange), headers: Object.fromEntries(headers), text }
  }

  return {
    start: () => apollo.start(),
    stop: () => apollo.stop(),
    async answer(request) {
      const prepared = request.served.prepare(request.body.query)
      const result = canRun(prepared, request) ? await run(request, prepared) : undefined
      if (result?.answer) {
        meters.ended('answered')
        return { status: 200, headers: {}, text: result.answer }
      }
      if (result?.json === undefined || result.errors.length > 0) {
        const answer = await answerByApollo(request, result)
        meters.ended(answer.status === 503 ? 'unavailable' : 'errors')
        return answer
      }
      meters.ended('answered')
      return { status: 200, headers: {}, text: `{"data":${result.json}}` }
    },
  }
}

type ReadyDocument = Extract<PreparedDocument, { kind: 'ready' }>

/** Whether nothing is to be said about the request before its operation runs. */
function canRun(prepared: PreparedDocument, { method, body }: GraphqlRequest): prepared is ReadyDocument {
  if (prepared.kind !== 'ready') return false
  const operation = getOperationAST(prepared.document, body.operationName)
  return operation?.operation === 'query' || (operation?.operation === 'mutation' && method === 'POST')
}

const operationOf = ({ served, caller, signal, body }: GraphqlRequest, prepared: ReadyDocument) => ({
  app: served.app,
  prepared,
  caller,
  signal,
  variables: body.variables ?? {},
  operationName: body.operationName ?? undefined,
})

/** Whatever way it came: what may come by GET is judged by our own hook. */
const asApolloReads = ({ mediaType, body }: GraphqlRequest) => ({
  method: 'POST',
  headers: new HeaderMap([
    ['content-type', 'application/json'],
    ['accept', mediaType],
  ]),
  search: '',
  body,
})

function toResult(json: string | undefined, errors: readonly GraphQLError[]): ApolloResult {
  if (json === undefined) return { errors }
  return errors.length > 0 ? { data: { json }, errors } : { data: { json } }
}

function statusFor(status: number | undefined, { prepared, mediaType }: ApolloRequest): number {
  const isWellFormed = prepared !== undefined
  return status === 400 && isWellFormed ? statusOfRequestError(mediaType) : (status ?? 200)
}

const isLostToStore = (json: string | undefined, errors: readonly GraphQLError[]): boolean =>
  errors.length > 0 &&
  errors.every(error => error.extensions.code === 'UNAVAILABLE') &&
  json !== undefined &&
  /^(null|\{("[^"]*":null,?)*\})$/.test(json)
