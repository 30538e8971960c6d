import { ApolloServer, HeaderMap } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import type { Logger } from '@sluice/service-kit'
import { buildSchema, type GraphQLError, type GraphQLFormattedError, getOperationAST } from 'graphql'
import type { Caller } from '../domain/hole.ts'
import type { PreparedDocument } from '../domain/prepare-document.ts'
import { openRulings } from '../domain/rulings.ts'
import type { OperationRequest, OperationSettings } from '../execution/run-operation.ts'
import { runOperation } from '../execution/run-operation.ts'
import type { ServedApp } from '../served-app.ts'
import { type GraphqlAnswer, RETRY_AFTER_SECONDS, statusOfRequestError } from './error-answer.ts'
import { formatError } from './format-error.ts'
import type { GraphqlMediaType } from './media-type.ts'

type GraphqlRequest = {
  served: Pick<ServedApp, 'app' | 'prepare'>
  method: 'GET' | 'POST'
  body: unknown
  mediaType: GraphqlMediaType
  caller: Caller
  signal: AbortSignal
  requestId: string
}

/** Answers GraphQL requests of all apps. */
export type GraphqlServer = {
  start(): Promise<void>
  answer(request: GraphqlRequest): Promise<GraphqlAnswer>
  stop(): Promise<void>
}

/** What travels with one request through Apollo Server. */
type Exchange = GraphqlRequest & { prepared: PreparedDocument | undefined }
type Context = { exchange: Exchange }

/** Apollo wants a schema; ours are chosen request by request, and this one is never asked. */
const placeholder = buildSchema('type Query { unused: Boolean }')

/**
 * One Apollo Server for all apps (docs/adr/0003): it reads the request, runs plugins and shapes the answer; documents are
 * prepared per app, operations run by our executor, and `data` arrives as text that is sent as it is.
 */
export function createGraphqlServer(
  settings: Omit<OperationSettings, 'onBroken' | 'open'> & { logger: Logger },
): GraphqlServer {
  const { logger } = settings
  const open = openRulings(settings.hidden)
  const server = new ApolloServer<Context>({
    gateway: {
      onSchemaLoadOrUpdate: callback => {
        callback({ apiSchema: placeholder, coreSupergraphSdl: '' })
        return () => {}
      },
      load: async () => ({
        executor: ({ context, request, response }) => execute({ exchange: context.exchange, request, response }),
      }),
      stop: async () => {},
    },
    plugins: [...disabledPlugins(), { requestDidStart: async () => requestHooks }],
    formatError: (formatted, error) => formatError(formatted, { error, logger }),
    stringifyResult: stringify,
    documentStore: null,
    persistedQueries: false,
    csrfPrevention: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
    logger,
  })

  async function execute({ exchange, request, response }: Executing) {
    const { prepared, requestId } = exchange
    if (prepared?.kind !== 'ready') return { errors: prepared?.errors ?? [] }
    const { json, errors } = await runOperation(operationOf(exchange, { prepared, request }), {
      ...settings,
      open,
      onBroken: error => logger.error({ requestId, err: error }, 'query.failed'),
    })
    if (response?.http && isLostToStore(json, errors)) {
      response.http.status = 503
      response.http.headers.set('retry-after', RETRY_AFTER_SECONDS)
    }
    return toResult(json, errors)
  }

  return {
    start: () => server.start(),
    stop: () => server.stop(),
    async answer(request) {
      const exchange: Exchange = { ...request, prepared: undefined }
      const { status, headers, body } = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: asApolloReads(request),
        context: async () => ({ exchange }),
      })
      headers.delete('content-type')
      const text = body.kind === 'complete' ? body.string : ''
      return { status: statusFor(status, exchange), headers: Object.fromEntries(headers), text }
    },
  }
}

type Asked = Pick<Executing, 'request'> & Pick<OperationRequest, 'prepared'>

const operationOf = ({ served, caller, signal }: Exchange, { prepared, request }: Asked): OperationRequest => ({
  app: served.app,
  prepared,
  caller,
  signal,
  variables: request.variables ?? {},
  operationName: request.operationName,
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

function toResult(json: string | undefined, errors: readonly GraphQLError[]) {
  if (json === undefined) return { errors }
  return errors.length > 0 ? { data: { json }, errors } : { data: { json } }
}

type Executing = {
  exchange: Exchange
  request: { variables?: Record<string, unknown>; operationName?: string }
  response?: { http?: { status?: number; headers: { set(name: string, value: string): unknown } } }
}

const disabledPlugins = () => [
  ApolloServerPluginCacheControlDisabled(),
  ApolloServerPluginInlineTraceDisabled(),
  ApolloServerPluginLandingPageDisabled(),
  ApolloServerPluginSchemaReportingDisabled(),
  ApolloServerPluginUsageReportingDisabled(),
]

type Resolving = { source: string; contextValue: Context }
type Responding = { contextValue: Context; request: { operationName?: string } }

const requestHooks = {
  /** Documents are prepared per app and kept; Apollo is handed the result, so that it neither parses nor validates. */
  async didResolveSource(requestContext: Resolving) {
    const { exchange } = requestContext.contextValue
    exchange.prepared = exchange.served.prepare(requestContext.source)
    if (exchange.prepared.kind === 'ready') Object.assign(requestContext, { document: exchange.prepared.document })
    else Object.assign(requestContext, { document: { kind: 'Document', definitions: [] } })
  },
  /** All errors of a document that failed, with their own codes; and what a GET may not run. */
  async responseForOperation({ contextValue, request }: Responding) {
    const { prepared, method } = contextValue.exchange
    if (prepared?.kind === 'failed') {
      return respond({ status: 400, headers: new HeaderMap(), errors: prepared.errors.map(error => error.toJSON()) })
    }
    const operation = method === 'GET' && prepared && getOperationAST(prepared.document, request.operationName)
    if (!operation || operation.operation === 'query') return null
    const message = `A ${operation.operation} can not come by GET. Send it by POST.`
    const errors = [{ message, extensions: { code: 'METHOD_NOT_ALLOWED' } }]
    return respond({ status: 405, headers: new HeaderMap([['allow', 'POST']]), errors })
  },
}

type Response = { status: number; headers: HeaderMap; errors: readonly GraphQLFormattedError[] }

const respond = ({ status, headers, errors }: Response) => ({
  http: { status, headers },
  body: { kind: 'single' as const, singleResult: { errors } },
})

function statusFor(status: number | undefined, { prepared, mediaType }: Exchange): number {
  const isWellFormed = prepared !== undefined
  return status === 400 && isWellFormed ? statusOfRequestError(mediaType) : (status ?? 200)
}

const isLostToStore = (json: string | undefined, errors: readonly GraphQLError[]): boolean =>
  errors.length > 0 &&
  errors.every(error => error.extensions.code === 'UNAVAILABLE') &&
  json !== undefined &&
  /^(null|\{("[^"]*":null,?)*\})$/.test(json)

/** `data` is text already. */
function stringify({ errors, data, extensions }: Result): string {
  const parts: string[] = []
  if (errors) parts.push(`"errors":${JSON.stringify(errors)}`)
  if (data !== undefined) parts.push(`"data":${typeof data?.json === 'string' ? data.json : 'null'}`)
  if (extensions) parts.push(`"extensions":${JSON.stringify(extensions)}`)
  return `{${parts.join(',')}}`
}

type Result = {
  errors?: readonly GraphQLFormattedError[]
  data?: Record<string, unknown> | null
  extensions?: Record<string, unknown>
}
