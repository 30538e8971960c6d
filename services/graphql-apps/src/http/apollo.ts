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
import type { PreparedDocument } from '../domain/plan/prepare-document.ts'
import type { OperationResult } from '../execution/run-operation.ts'
import { classificationOf } from './classification.ts'
import { formatError } from './format-error.ts'
import type { GraphqlRequest } from './graphql-request.ts'

/** What travels with one request through Apollo Server. `result`: of an operation that has run already. */
export type ApolloRequest = GraphqlRequest & {
  prepared: PreparedDocument | undefined
  result: OperationResult | undefined
}
type ApolloContext = { exchange: ApolloRequest }

/** Apollo wants a schema; ours are chosen request by request, and this one is never asked. */
const placeholder = buildSchema('type Query { unused: Boolean }')

export type ApolloExecution = {
  exchange: ApolloRequest
  request: { variables?: Record<string, unknown>; operationName?: string }
  response?: { http?: { status?: number; headers: { set(name: string, value: string): unknown } } }
}

/** `data` holds the text of the answer. */
export type ApolloResult = { data?: { json: string }; errors?: readonly GraphQLError[] }

/** One server for all apps (docs/adr/0003): documents are prepared per app, and `execute` runs their operations. */
export const createApollo = (execute: (executing: ApolloExecution) => Promise<ApolloResult>, logger: Logger) =>
  new ApolloServer<ApolloContext>({
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

const disabledPlugins = () => [
  ApolloServerPluginCacheControlDisabled(),
  ApolloServerPluginInlineTraceDisabled(),
  ApolloServerPluginLandingPageDisabled(),
  ApolloServerPluginSchemaReportingDisabled(),
  ApolloServerPluginUsageReportingDisabled(),
]

type SourceResolution = { source: string; contextValue: ApolloContext }
type ResponseContext = { contextValue: ApolloContext; request: { operationName?: string } }

const requestHooks = {
  /** Documents are prepared per app and kept; Apollo is handed the result, so that it neither parses nor validates. */
  async didResolveSource(requestContext: SourceResolution) {
    const { exchange } = requestContext.contextValue
    exchange.prepared = exchange.served.prepare(requestContext.source)
    if (exchange.prepared.kind === 'ready') Object.assign(requestContext, { document: exchange.prepared.document })
    else Object.assign(requestContext, { document: { kind: 'Document', definitions: [] } })
  },
  /** All errors of a document that failed, with their own codes; and what a GET may not run. */
  async responseForOperation({ contextValue, request }: ResponseContext) {
    const { prepared, method } = contextValue.exchange
    if (prepared?.kind === 'failed') {
      return respond({ status: 400, headers: new HeaderMap(), errors: prepared.errors.map(classified) })
    }
    const operation = method === 'GET' && prepared && getOperationAST(prepared.document, request.operationName)
    if (!operation || operation.operation === 'query') return null
    const message = `A ${operation.operation} can not come by GET. Send it by POST.`
    const errors = [{ message, extensions: { code: 'METHOD_NOT_ALLOWED' } }]
    return respond({ status: 405, headers: new HeaderMap([['allow', 'POST']]), errors })
  },
}

function classified(error: GraphQLError): GraphQLFormattedError {
  const { extensions = {}, ...formatted } = error.toJSON()
  return { ...formatted, extensions: { ...extensions, ...classificationOf(extensions.code) } }
}

type Response = { status: number; headers: HeaderMap; errors: readonly GraphQLFormattedError[] }

const respond = ({ status, headers, errors }: Response) => ({
  http: { status, headers },
  body: { kind: 'single' as const, singleResult: { errors } },
})

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
