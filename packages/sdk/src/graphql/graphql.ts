import { SluiceUsageError } from '../errors.ts'
import { type Call, type CallOptions, pathSegment, type Reply } from '../http/call.ts'
import { errorOf, unreadable } from '../http/problem.ts'
import type { Transport } from '../http/transport.ts'
import type { DocumentReference, DocumentTree, GraphqlDocument } from './typed-document.ts'

export type GraphqlFault = {
  message: string
  path?: (string | number)[]
  locations?: { line: number; column: number }[]
  extensions?: { code?: string } & Record<string, unknown>
}

export type GraphqlResponse<Data> = {
  data?: Data | null
  errors?: GraphqlFault[]
  extensions?: Record<string, unknown>
}

/** An app has answered with errors; `data` is what it could answer beside them. */
export class GraphqlError<Data = unknown> extends Error {
  override readonly name = 'GraphqlError'
  readonly errors: readonly GraphqlFault[]
  readonly data: Data | null
  readonly operation: string

  constructor(operation: string, { errors = [], data = null }: GraphqlResponse<Data>) {
    const codes = new Set(errors.map(({ extensions }) => extensions?.code ?? 'UNKNOWN'))
    super(`${operation}: ${[...codes].join(', ')}`)
    this.errors = errors
    this.data = data
    this.operation = operation
  }
}

export type GraphqlOptions = {
  /** Sends the SHA-256 of each document instead of its text: the app has to trust it. */
  trusted?: boolean | undefined
}

type AnyDocument<Data, Variables> = GraphqlDocument<Data, Variables> | DocumentReference<Data, Variables>
type OperationOptions = CallOptions & { operationName?: string | undefined }
type NoVariables = Record<string, never>

/** A question to an app. Variables may be left out where the document requires none. */
type Ask<Wrap extends 'data' | 'answer'> = {
  <Data = unknown>(
    document: AnyDocument<Data, NoVariables>,
    variables?: undefined,
    options?: OperationOptions,
  ): Promise<Wrap extends 'data' ? Data : GraphqlResponse<Data>>
  <Data = unknown, Variables = Record<string, unknown>>(
    document: AnyDocument<Data, Variables>,
    variables: NoInfer<Variables>,
    options?: OperationOptions,
  ): Promise<Wrap extends 'data' ? Data : GraphqlResponse<Data>>
}

export type GraphqlApp = {
  /** @throws GraphqlError where the answer has errors, SluiceError where there is none */
  query: Ask<'data'>
  /** The same call as `query`, by the name that says what it does. Neither is sent again where it may have worked. */
  mutate: Ask<'data'>
  /** The answer as it is: data, and errors beside it. */
  rawRequest: Ask<'answer'>
}

const ACCEPT = 'application/graphql-response+json, application/json;q=0.9'

/** @param uri of the app, below `/graphql/` */
export function createGraphqlApp(transport: Transport, uri: string, { trusted = false }: GraphqlOptions): GraphqlApp {
  const segments = uri.split('/').map(segment => pathSegment(segment, 'uri'))
  const path = `/graphql/${segments.join('/')}`

  async function request<Data>(
    document: AnyDocument<Data, never>,
    variables?: unknown,
    { operationName, signal, timeoutMs }: OperationOptions = {},
  ): Promise<GraphqlResponse<Data>> {
    const named = await nameDocument(document, trusted)
    const call: Call = {
      method: 'POST',
      operation: 'POST /graphql/{uri}',
      path,
      headers: { accept: ACCEPT },
      body: JSON.stringify({ ...named, variables, operationName }),
      signal,
      timeoutMs,
    }
    return readAnswer(call, await transport.send(call))
  }

  const ask = async <Data>(
    document: AnyDocument<Data, never>,
    variables?: unknown,
    options?: OperationOptions,
  ): Promise<Data> => {
    const answer = await request(document, variables, options)
    if (answer.errors?.length) throw new GraphqlError(`POST ${path}`, answer)
    return settledData(answer)
  }
  return { query: ask, mutate: ask, rawRequest: request }
}

/** Gives the data of an answer that has no errors. */
function settledData<Data>({ data }: GraphqlResponse<Data>): Data {
  if (data === undefined || data === null) throw new SluiceUsageError('The app answered neither data nor errors.')
  return data
}

/** A refusal of the app is an answer of GraphQL, whatever its status; one of the gateway is a problem document. */
function readAnswer<Data>(call: Call, reply: Reply): GraphqlResponse<Data> {
  if (reply.headers.get('content-type')?.includes('problem')) throw errorOf(call, reply)
  try {
    const answer: GraphqlResponse<Data> = JSON.parse(reply.text)
    if (reply.status < 300 || answer.errors) return answer
  } catch {
    throw unreadable(call, reply)
  }
  throw errorOf(call, reply)
}

async function nameDocument(
  document: AnyDocument<unknown, never>,
  trusted: boolean,
): Promise<{ query: string } | { documentId: string }> {
  if (typeof document === 'object' && 'documentId' in document) return { documentId: `sha256:${document.documentId}` }
  const text = isTree(document) ? await treeText(document) : String(document)
  return trusted ? { documentId: `sha256:${hashOf(document) ?? (await sha256(text))}` } : { query: text }
}

/** Gives the text of a parsed document. What prints it is loaded at the first time: most documents come as their text. */
async function treeText(document: DocumentTree): Promise<string> {
  const { documentText } = await import('./print-document.ts')
  return documentText(document)
}

const isTree = (document: AnyDocument<unknown, never>): document is DocumentTree =>
  typeof document === 'object' && 'kind' in document && document.kind === 'Document'

/** Gives the hash that GraphQL Code Generator has written beside a document; undefined where it has written none. */
function hashOf(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null || !('__meta__' in document)) return undefined
  const { __meta__: meta } = document
  const hash = typeof meta === 'object' && meta !== null && 'hash' in meta ? meta.hash : undefined
  return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
