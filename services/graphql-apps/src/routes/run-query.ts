import type { ChangeLog } from '@sluice/change-log'
import { refuse } from '@sluice/contracts'
import { bytes, type Operation, parseJson, UnavailableError } from '@sluice/service-kit'
import { z } from 'zod'
import { readCaller } from '../domain/read-caller.ts'
import type { GraphqlServer } from '../http/graphql-server.ts'
import { chooseMediaType, isJsonBody } from '../http/media-type.ts'
import type { LiveApps } from '../live-apps.ts'

const MAX_BODY_BYTES = 100 * 1024

const graphqlBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).optional(),
  operationName: z.string().optional(),
})
const graphqlAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullable().optional(),
  errors: z.array(z.record(z.string(), z.unknown())).optional(),
})

type Dependencies = { liveApps: LiveApps; server: GraphqlServer; changes: ChangeLog }

/** `POST /graphql/<app_uri>` (spec 4.1), by the GraphQL-over-HTTP specification. */
export const runQuery = ({ liveApps, server, changes }: Dependencies): Operation => ({
  summary: 'Run a GraphQL query on an app',
  answerTypes: ['application/graphql-response+json', 'application/json'],
  body: graphqlBody,
  answers: { 200: graphqlAnswer },
  errors: ['MALFORMED_JSON', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
  async handle({ params: { uri = '' }, header, rawBody, signal, requestId, caller: asking }) {
    if (!changes.isTrusted()) throw new UnavailableError('The state of the apps is not known.')
    const served = liveApps.serve(uri)
    if (!served) return refuse('NOT_FOUND', `No GraphQL app is served at /graphql/${uri}.`)
    if (!isJsonBody(header('content-type'))) {
      return refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the query as JSON, with Content-Type: application/json.')
    }
    if (rawBody.byteLength > MAX_BODY_BYTES) {
      return refuse('PAYLOAD_TOO_LARGE', `A GraphQL request may have ${MAX_BODY_BYTES / 1024} KB at most.`)
    }
    const mediaType = chooseMediaType(header('accept'))
    const body = parseJson(rawBody)
    const caller = readCaller(asking, changes.storeTime())
    const { status, headers, text } = await server.answer({ served, body, mediaType, caller, signal, requestId })
    return bytes(text, `${mediaType}; charset=utf-8`, { status, headers })
  },
})
