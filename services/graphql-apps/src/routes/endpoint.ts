import type { ChangeLog } from '@sluice/change-log'
import { type Refusal, refuse } from '@sluice/contracts'
import { type Answer, bytes, type ServiceRequest } from '@sluice/service-kit'
import { isStoreOutage } from '@sluice/store'
import { z } from 'zod'
import { readCaller } from '../domain/bind/read-caller.ts'
import type { GraphqlCall } from '../http/answer-graphql.ts'
import { type GraphqlAnswer, unavailableAnswer } from '../http/error-answer.ts'
import type { GraphqlServer } from '../http/graphql-server.ts'
import { chooseMediaType, type GraphqlMediaType } from '../http/media-type.ts'
import type { LiveApps } from '../live-apps.ts'
import type { LoadedApp } from '../served-app.ts'

export type EndpointDependencies = { liveApps: LiveApps; server: GraphqlServer; changes: ChangeLog }

export const ENDPOINT_TYPES = ['application/graphql-response+json', 'application/json'] as const

const answerObject = z
  .object({
    data: z.record(z.string(), z.unknown()).nullable().optional(),
    errors: z
      .array(
        z.object({
          message: z.string(),
          path: z.array(z.union([z.string(), z.int()])).optional(),
          locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
          extensions: z.object({ code: z.string().optional() }).loose().optional(),
        }),
      )
      .optional(),
    extensions: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'GraphqlAnswer', examples: [{ data: { airport: { city: 'San Francisco' } } }] })
/** One answer, or one for each request of an array. */
const batchAnswer = z.union([answerObject, z.array(answerObject)]).meta({ id: 'GraphqlAnswers' })
const UNAVAILABLE = 'The store does not answer: extensions.code is UNAVAILABLE. See Retry-After.'

/** What the endpoint answers with, for the description of the API. */
export const endpointAnswers = {
  answer: answerObject,
  batch: batchAnswer,
  400: answerObject.meta({
    description:
      'The request is at fault; the errors say how. A well-formed one is answered with 200 where application/json is asked for.',
  }),
  503: answerObject.meta({ description: UNAVAILABLE }),
  batch503: batchAnswer.meta({ description: UNAVAILABLE }),
}

/** What is asked of the endpoint of an app, whichever way it came here. */
export type EndpointRequest = Pick<ServiceRequest, 'method' | 'header' | 'requestId' | 'rawBody'> & {
  /** The address of the app, decoded. */
  uri: string
  caller: Pick<ServiceRequest['caller'], 'principal' | 'isRoot' | 'clientAddress' | 'tool'>
  signal: Pick<AbortSignal, 'aborted'>
}

export const toEndpointRequest = (request: ServiceRequest): EndpointRequest => {
  const { method, header, requestId, rawBody, caller, params } = request
  return { method, header, requestId, rawBody, caller, uri: params.uri ?? '', signal: request.signal() }
}

type AnswerCall = (call: GraphqlCall) => Promise<GraphqlAnswer | Refusal> | GraphqlAnswer | Refusal

/**
 * Finds the app of a request and answers in the media type that the client prefers.
 *
 * The operations at the endpoint declare no rule as applied, so that a permission with one that lets a caller in here is
 * refused. With `"access": "endpoint"` an app reads and writes what its mappings say: nothing would narrow it. With
 * `"access": "collections"` each collection is narrowed by the caller's own permission for it, which may be another one:
 * a rule of the permission that reached the endpoint would be dropped in silence, though it was written to narrow the
 * answers of this app.
 */
export async function atEndpoint(
  { liveApps, changes }: EndpointDependencies,
  request: EndpointRequest,
  answer: AnswerCall,
): Promise<Answer | Refusal> {
  const { uri, header, signal, requestId } = request
  const mediaType = chooseMediaType(header('accept'))
  const found = changes.isTrusted() ? await find(liveApps, uri) : 'unavailable'
  if (found === 'unavailable') return send(unavailableAnswer(), mediaType)
  if (!found) return refuse('NOT_FOUND', `No GraphQL app is served at /graphql/${uri}.`)
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const caller = readCaller(request.caller, changes.storeTime())
  const given = await answer({ served: found, method, mediaType, caller, signal, requestId })
  return 'kind' in given ? given : send(given, mediaType)
}

async function find(liveApps: LiveApps, uri: string): Promise<LoadedApp | undefined | 'unavailable'> {
  try {
    return await liveApps.serve(uri)
  } catch (error) {
    if (isStoreOutage(error)) return 'unavailable'
    throw error
  }
}

const send = ({ status, headers, text }: GraphqlAnswer, mediaType: GraphqlMediaType): Answer =>
  bytes(text, `${mediaType}; charset=utf-8`, { status, headers })
