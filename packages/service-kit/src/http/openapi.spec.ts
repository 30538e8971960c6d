import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { describeRoutes, mergeDescriptions } from './openapi.ts'
import { noContent, type Operation, type Route } from './route.ts'

const operation = (extra: Partial<Operation> = {}): Operation => ({
  id: 'test',
  tag: 'description',
  summary: 'Do it',
  answers: { 204: 'Done' },
  handle: () => Promise.resolve(noContent()),
  ...extra,
})
const info = { title: 'test', version: '1' }
const resolve = (document: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map(step => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document)
const describeOne = (extra: Partial<Operation>) => {
  const document = describeRoutes([['POST', '/things', operation(extra)]], info)
  return document.paths['/things']?.post as Record<string, unknown>
}

describe('describing routes', () => {
  const routes: readonly Route[] = [
    ['GET', '/things', operation()],
    ['POST', '/things', operation()],
    ['DELETE', '/things/:id', operation()],
    ['GET', '/files/:owner/*path', operation()],
  ]
  const { paths } = describeRoutes(routes, info)

  it('describes every route of the table and no other', () => {
    const described = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map(verb => `${verb} ${path}`))
    expect(described).toEqual(['get /things', 'post /things', 'delete /things/{id}', 'get /files/{owner}/{path}'])
  })

  it('declares each parameter of the path as required', () => {
    expect(paths['/files/{owner}/{path}']).toMatchObject({
      get: {
        parameters: [
          { name: 'owner', in: 'path', required: true },
          { name: 'path', in: 'path', required: true },
        ],
      },
    })
  })

  it('describes query parameters with their bounds, none of them required', () => {
    const query = z.object({ pagesize: z.coerce.number().int().min(1).max(1000).default(100) })
    const { parameters } = describeOne({ query })
    expect(parameters).toEqual([
      {
        name: 'pagesize',
        in: 'query',
        schema: expect.objectContaining({ type: 'integer', minimum: 1, maximum: 1000 }),
      },
    ])
  })

  it('says of a body what may be left out, and of an answer what is always there', () => {
    const schema = z.object({ roles: z.array(z.string()).default([]) })
    const described = describeOne({ body: schema, answers: { 201: schema } })
    expect(described).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { properties: { roles: { default: [] } } } } } },
      responses: { 201: { content: { 'application/json': { schema: { required: ['roles'] } } } } },
    })
    expect(JSON.stringify(described.requestBody)).not.toContain('"roles"]')
  })

  it('names every error code, also where several have one status', () => {
    const described = describeOne({ errors: ['FORBIDDEN', 'FIELD_HIDDEN', 'NOT_FOUND'] })
    expect(described).toMatchObject({
      responses: {
        403: { description: expect.stringMatching(/FORBIDDEN.*FIELD_HIDDEN/s) },
        404: { description: expect.stringContaining('NOT_FOUND') },
        default: { content: { 'application/problem+json': {} } },
      },
    })
  })

  it('describes dates and other types that JSON lacks without failing', () => {
    expect(describeOne({ answers: { 200: z.object({ at: z.date() }) } })).toHaveProperty('responses')
  })

  it('refers only to schemas that are in the document, also where one contains itself', () => {
    const tree: z.ZodType = z.object({
      name: z.string(),
      get children() {
        return z.array(tree)
      },
    })
    const routes: readonly Route[] = [
      ['POST', '/trees/:id', operation({ body: tree, answers: { 200: z.object({ tree }) }, errors: ['CONFLICT'] })],
    ]
    const document = mergeDescriptions([describeRoutes(routes, info)], info)
    const references = Array.from(JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g), match => match[1] ?? '')
    expect(references).toContain('#/components/schemas/Problem')
    expect(references.length).toBeGreaterThan(4)
    for (const reference of references) expect(resolve(document, reference)).toHaveProperty('type', 'object')
  })

  it('describes the headers that are read and sent, and the media types of the answer', () => {
    const described = describeOne({
      answers: { 200: z.object({}) },
      headers: ['If-Match'],
      answerHeaders: ['ETag'],
      answerTypes: ['application/graphql-response+json', 'application/json'],
    })
    expect(described).toMatchObject({
      parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
      responses: {
        200: {
          headers: { ETag: {}, 'X-Request-Id': {} },
          content: { 'application/graphql-response+json': {}, 'application/json': {} },
        },
      },
    })
  })

  it('says where a wait is asked for', () => {
    const { responses } = describeOne({ errors: ['UNAVAILABLE', 'CONFLICT'] }) as { responses: object }
    expect(responses).toMatchObject({ 503: { headers: { 'Retry-After': {} }, 'x-codes': ['UNAVAILABLE'] } })
    expect(responses).not.toHaveProperty(['409', 'headers', 'Retry-After'])
  })

  it('keeps what each service serves when descriptions are joined', () => {
    const one = describeRoutes([['GET', '/things', operation()]], info)
    const two = describeRoutes([['POST', '/things', operation()]], info)
    expect(Object.keys(mergeDescriptions([one, two], info).paths['/things'] ?? {})).toEqual(['get', 'post'])
  })
})
