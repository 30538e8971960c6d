import { fieldErrors, parseJson, refuseFields } from '@sluice/contracts'
import { isDocument } from '@sluice/documents'
import { z } from 'zod'

/** What a GraphQL request asks for. */
type GraphqlParameters = {
  query: string | undefined
  /** SHA-256 by which the document is named; another name is kept as it is and found nowhere. */
  hash: string | undefined
  variables: Record<string, unknown> | null
  operationName: string | null
}

/** `malformed`: no GraphQL request by the GraphQL-over-HTTP specification. */
export type ReadParameters =
  | { kind: 'parameters'; parameters: GraphqlParameters }
  | { kind: 'malformed'; message: string }

const text = z.string('must be a text.').nullish()
/** Left as it is: what it holds is checked against the document. */
const anyObject = z.custom<Record<string, unknown>>(isDocument, 'must be an object.')

const sent = z.object(
  {
    query: text,
    variables: anyObject.nullish(),
    operationName: text,
    documentId: text,
    extensions: z
      .object({ persistedQuery: z.object({ sha256Hash: z.string() }).nullish() }, 'must be an object.')
      .nullish(),
  },
  'A GraphQL request is a JSON object: {"query": "…", "variables": {…}}.',
)

const malformed = (message: string): ReadParameters => ({ kind: 'malformed', message })

/** Reads the parameters of a JSON body. Unknown ones are ignored; null is the same as left out. */
export function readParameters(body: unknown): ReadParameters {
  return readPlainParameters(body) ?? readAnyParameters(body)
}

/** The form in which nearly all requests come, without the schema: the text of a document, and what goes with it. */
function readPlainParameters(body: unknown): ReadParameters | undefined {
  if (!isDocument(body) || 'documentId' in body || 'extensions' in body) return undefined
  const { query, variables = null, operationName = null } = body
  if (typeof query !== 'string' || query === '') return undefined
  if (!isVariables(variables) || !isName(operationName)) return undefined
  return { kind: 'parameters', parameters: { query, hash: undefined, variables, operationName } }
}

const isVariables = (value: unknown): value is GraphqlParameters['variables'] => value === null || isDocument(value)

const isName = (value: unknown): value is string | null => value === null || typeof value === 'string'

function readAnyParameters(body: unknown): ReadParameters {
  const { success, data, error } = sent.safeParse(body)
  if (!success) return malformed(refuseFields(fieldErrors(error)).detail)
  const { variables = null, operationName = null } = data
  const named = readNames(data)
  if ('message' in named) return malformed(named.message)
  return { kind: 'parameters', parameters: { ...named, variables, operationName } }
}

type DocumentName = Pick<GraphqlParameters, 'query' | 'hash'>

/** What a request says of its document: an empty text says nothing. */
function readNames({ query, documentId, extensions }: z.infer<typeof sent>): DocumentName | { message: string } {
  const byId = documentId?.replace(/^sha256:/, '').toLowerCase()
  const byHash = extensions?.persistedQuery?.sha256Hash.toLowerCase()
  const [hash, other = hash] = [byHash, byId].filter(name => name !== undefined)
  if (hash !== other) return { message: 'documentId and extensions.persistedQuery name different documents.' }
  if (query || hash !== undefined) return { query: query || undefined, hash }
  return { message: 'There is no document: send query, documentId or extensions.persistedQuery.' }
}

/** Reads the parameters of a GET; `variables` and `extensions` are JSON. */
export function readSearch(search: URLSearchParams): ReadParameters {
  const body: Record<string, unknown> = {}
  for (const name of ['query', 'operationName', 'documentId', 'variables', 'extensions']) {
    const [given, ...others] = search.getAll(name)
    if (others.length > 0) return malformed(`Send ${name} once.`)
    if (!given) continue
    const value = name === 'variables' || name === 'extensions' ? parseOrNothing(given) : given
    if (value === undefined) return malformed(`${name} must be JSON.`)
    body[name] = value
  }
  return readParameters(body)
}

function parseOrNothing(json: string): unknown {
  const parsed = parseJson(json)
  return parsed.kind === 'parsed' ? parsed.value : undefined
}
