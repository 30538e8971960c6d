import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { noContent, type Operation } from '../route.ts'
import { describeRoutes } from './describe-routes.ts'
import { mergeDescriptions } from './merge-descriptions.ts'
import type { OpenApiDocument } from './openapi-document.ts'

const operation = (extra: Partial<Operation> = {}): Operation => ({
  id: 'test',
  tag: 'description',
  summary: 'Do it',
  answers: { 204: 'Done' },
  handle: () => Promise.resolve(noContent()),
  ...extra,
})
const info = { title: 'test', version: '1' }
const behindGateway = (documents: readonly OpenApiDocument[]) =>
  mergeDescriptions(documents, {
    info,
    securitySchemes: {},
    security: [],
    gatewayPart: () => ({ errors: ['FORBIDDEN', 'BAD_PATH', 'INVALID_KEY', 'UNAUTHENTICATED'] }),
  })

describe('joined descriptions', () => {
  const one = describeRoutes([['GET', '/things', operation({ errors: ['NOT_FOUND', 'FIELD_HIDDEN'] })]], info)
  const pages = z.int().meta({ description: 'Which page is meant, from 1 on; each has the same number of things.' })
  const query = z.object({ page: pages, q: z.string() })
  const two = describeRoutes(
    [
      ['POST', '/things', operation({ query })],
      ['PUT', '/things', operation({ query: query.pick({ page: true }) })],
    ],
    info,
  )
  const joined = behindGateway([one, two])

  it('keep what each service serves', () => {
    expect(Object.keys(joined.paths['/things'] ?? {})).toEqual(['get', 'post', 'put'])
  })

  it('have the errors of the gateway beside those of the service', () => {
    expect(joined.paths['/things']?.get).toMatchObject({
      responses: {
        401: { $ref: '#/components/responses/401' },
        403: { $ref: '#/components/responses/403' },
        404: { $ref: '#/components/responses/404' },
      },
    })
    expect(joined.components.responses['401']).toMatchObject({ 'x-codes': ['INVALID_KEY', 'UNAUTHENTICATED'] })
  })

  it('say of a path what all of its operations have as parameters', () => {
    const read = operation({ answers: { 200: z.object({}) } })
    const lamps = describeRoutes(
      [
        ['GET', '/lamps/:id', read],
        ['DELETE', '/lamps/:id', operation({ query })],
      ],
      info,
    )
    const { '/lamps/{id}': item } = behindGateway([lamps]).paths
    expect(item).toMatchObject({ parameters: [{ name: 'id', in: 'path' }], delete: { parameters: [{}, {}] } })
    expect(item?.get).not.toHaveProperty('parameters')
  })

  it('name a body or an answer that several operations have once, by its schema', () => {
    const lamp = z
      .object({ colour: z.string(), watts: z.int().meta({ description: 'What it takes when it is on.' }) })
      .meta({ id: 'JoinedLamp' })
    const write = operation({ body: lamp, answers: { 200: lamp } })
    const described = describeRoutes(
      [
        ['POST', '/lamps', write],
        ['PUT', '/lamps', write],
      ],
      info,
    )
    const { paths, components } = behindGateway([described])
    expect(paths['/lamps']?.put).toMatchObject({
      requestBody: { $ref: '#/components/requestBodies/JoinedLamp' },
      responses: { 200: { $ref: '#/components/responses/JoinedLamp' } },
    })
    expect(components.responses.JoinedLamp).toMatchObject({ content: { 'application/json': {} } })
  })

  it('name a parameter that stands in several operations once', () => {
    expect(joined.paths['/things']?.post).toMatchObject({
      parameters: [{ $ref: '#/components/parameters/page' }, { name: 'q' }],
    })
    expect(joined.components.parameters.page).toMatchObject({ name: 'page', in: 'query' })
  })
})
