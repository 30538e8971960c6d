import type { Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { answerParameters } from '../http/answer-graphql.ts'
import { errorAnswer, type GraphqlAnswer } from '../http/error-answer.ts'
import { readSearch } from '../http/read-parameters.ts'
import {
  atEndpoint,
  ENDPOINT_TYPES,
  type EndpointDependencies,
  endpointAnswers,
  toEndpointRequest,
} from './endpoint.ts'

const search = z.object({
  query: z.string().optional(),
  variables: z.string().optional().meta({ description: 'A JSON object.' }),
  operationName: z.string().optional(),
  documentId: z.string().optional().meta({ description: 'sha256:<hex> of a registered document.' }),
  extensions: z.string().optional().meta({ description: 'A JSON object.' }),
})

const notByGet = (): GraphqlAnswer =>
  errorAnswer(405, {
    code: 'METHOD_NOT_ALLOWED',
    message: 'This app takes queries by POST. Its owner can allow GET: descriptor.get.',
    headers: { allow: 'POST' },
  })

/** `GET /graphql/<app_uri>`: queries alone, where the app allows it. */
export const runQueryByGet = (dependencies: EndpointDependencies): Operation => ({
  id: 'runQueryByGet',
  tag: 'graphql',
  summary: 'Run a GraphQL query on an app that takes queries by GET',
  examples: { query: { query: '{ airport(iata: "SFO") { city } }' } },
  answerTypes: ENDPOINT_TYPES,
  query: search,
  answers: {
    200: endpointAnswers.answer,
    400: endpointAnswers[400],
    405: endpointAnswers.answer.meta({
      description: 'The app takes no GET, or the document is no query. Allow: POST.',
    }),
    503: endpointAnswers[503],
  },
  errors: ['NOT_FOUND'],
  handle: request =>
    atEndpoint(dependencies, toEndpointRequest(request), async call => {
      if (!call.served.http.get) return notByGet()
      const answer = await answerParameters(dependencies.server, call, readSearch(request.query))
      return { ...answer, headers: { ...answer.headers, vary: 'accept' } }
    }),
})
