import { decodeJson, parseJson, type Refusal, refuse } from '@sluice/contracts'
import { type Answer, departureOf, type Operation, type Shortcut } from '@sluice/service-kit'
import { z } from 'zod'
import { answerBody, type GraphqlCall } from '../http/answer-graphql.ts'
import { errorAnswer, type GraphqlAnswer } from '../http/error-answer.ts'
import type { GraphqlServer } from '../http/graphql-server.ts'
import { bodyFormOf } from '../http/media-type.ts'
import {
  atEndpoint,
  ENDPOINT_TYPES,
  type EndpointDependencies,
  type EndpointRequest,
  endpointAnswers,
  toEndpointRequest,
} from './endpoint.ts'

const MAX_BODY_BYTES = 100 * 1024

const graphqlBody = z
  .object({
    query: z.string().optional().meta({ description: 'The document; may be left out where it is named by its hash.' }),
    variables: z.record(z.string(), z.unknown()).optional(),
    operationName: z.string().optional(),
    documentId: z.string().optional().meta({ description: 'sha256:<hex> of a registered document.' }),
    extensions: z
      .object({ persistedQuery: z.object({ version: z.int(), sha256Hash: z.string() }).optional() })
      .optional(),
  })
  .meta({ id: 'GraphqlInput' })

/** `POST /graphql/<app_uri>` (docs/reference/mappings.md#over-http), by the GraphQL-over-HTTP specification. */
export const runQuery = (dependencies: EndpointDependencies): Operation => ({
  id: 'runQuery',
  tag: 'graphql',
  summary: 'Run a GraphQL query on an app, or an array of them where the app takes it',
  examples: {
    body: { query: '{ airport(iata: "SFO") { city } }' },
    answers: { 200: { data: { airport: { city: 'San Francisco' } } } },
  },
  answerTypes: ENDPOINT_TYPES,
  body: z.union([graphqlBody, z.array(graphqlBody)]),
  answers: { 200: endpointAnswers.batch, 400: endpointAnswers[400], 503: endpointAnswers.batch503 },
  errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  handle: request => answerPosted(dependencies, toEndpointRequest(request)),
})

/** Paths of apps that have one reading: plain letters, and no query. */
const PLAIN_PATH = /^\/graphql\/([A-Za-z0-9][\w-]*)$/

/**
 * `POST /graphql/<app_uri>` as nearly everybody sends it: to a plain path without a query. It is answered as `runQuery`
 * does, with no route looked for.
 */
export const runPlainQuery =
  (dependencies: EndpointDependencies): Shortcut =>
  ({ request, reply, grant, rawBody }) => {
    const { method, target, header } = request
    const uri = method === 'POST' ? PLAIN_PATH.exec(target)?.[1] : undefined
    if (uri === undefined) return undefined
    const { requestId } = grant
    return answerPosted(dependencies, {
      method,
      header,
      requestId,
      rawBody,
      caller: grant,
      uri,
      signal: departureOf(reply),
    })
  }

const answerPosted = (dependencies: EndpointDependencies, request: EndpointRequest): Promise<Answer | Refusal> =>
  atEndpoint(dependencies, request, call => {
    const { header, rawBody } = request
    // What a form of another site can send is never run (CSRF).
    const form = bodyFormOf(header('content-type'))
    if (form === undefined) {
      return refuse(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the query as JSON, with Content-Type: application/json, or its text alone, with application/graphql.',
      )
    }
    if (rawBody.byteLength > MAX_BODY_BYTES) {
      return refuse('PAYLOAD_TOO_LARGE', `A GraphQL request may have ${MAX_BODY_BYTES / 1024} KB at most.`)
    }
    const answer = form === 'json' ? answerJson : answerDocument
    return answer(dependencies.server, call, rawBody)
  })

/** The text of a document, without variables. */
async function answerDocument(server: GraphqlServer, call: GraphqlCall, rawBody: Uint8Array): Promise<GraphqlAnswer> {
  const query = decodeJson(rawBody)
  if (query !== undefined) return answerBody(server, call, { query })
  return errorAnswer(400, { code: 'BAD_USER_INPUT', message: 'The document is no text in UTF-8.' })
}

async function answerJson(server: GraphqlServer, call: GraphqlCall, rawBody: Uint8Array): Promise<GraphqlAnswer> {
  const read = parseJson(rawBody)
  if (read.kind === 'refuse') {
    const code = read.code === 'MALFORMED_JSON' ? read.code : 'BAD_USER_INPUT'
    return errorAnswer(400, { code, message: read.detail })
  }
  return answerBody(server, call, read.value)
}
