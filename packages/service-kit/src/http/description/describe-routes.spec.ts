import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { noContent, type Operation, type Route } from '../route.ts'
import { describeRoutes } from './describe-routes.ts'
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
const describeRoute = (extra: Partial<Operation>): OpenApiDocument =>
  describeRoutes([['POST', '/things', operation(extra)]], info)
const describeOne = (extra: Partial<Operation>) =>
  describeRoute(extra).paths['/things']?.post as Record<string, unknown>

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

  it('declares each parameter of the path as required, with what the route says of it', () => {
    const params = z.object({ step: z.enum(['on', 'off']).meta({ description: 'Which way.' }) })
    const document = describeRoutes([['POST', '/lamps/:id/:step', operation({ params })]], info)
    expect(document.paths['/lamps/{id}/{step}']).toMatchObject({
      post: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          {
            name: 'step',
            in: 'path',
            required: true,
            description: 'Which way.',
            schema: { type: 'string', enum: ['on', 'off'] },
          },
        ],
      },
    })
  })

  it('says which names a first segment does not mean, as other paths begin with them', () => {
    const document = describeRoutes([['GET', '/:collection/:id', operation()]], info)
    expect(document.paths['/{collection}/{id}']?.get).toMatchObject({
      parameters: [
        { name: 'collection', schema: { type: 'string', not: { enum: expect.arrayContaining(['webhooks']) } } },
        { name: 'id', schema: { type: 'string' } },
      ],
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

  it('describes a text of two values, true and false, as a boolean', () => {
    const query = z.object({ dryRun: z.enum(['true', 'false']).default('false') })
    expect(describeOne({ query }).parameters).toEqual([
      { name: 'dryRun', in: 'query', schema: { type: 'boolean', default: false } },
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

  it('shows the examples of a body, of parameters and of answers', () => {
    const described = describeOne({
      body: z.object({ name: z.string() }),
      query: z.object({ q: z.string() }),
      answers: { 200: z.object({ id: z.string() }) },
      examples: { body: { name: 'a' }, query: { q: 'x' }, answers: { 200: { id: '1' } } },
    })
    expect(described).toMatchObject({
      parameters: [{ name: 'q', example: 'x' }],
      requestBody: { content: { 'application/json': { example: { name: 'a' } } } },
      responses: { 200: { content: { 'application/json': { example: { id: '1' } } } } },
    })
  })

  it('describes what the events of a stream hold', () => {
    const entry = z.object({ id: z.string() }).meta({ id: 'StreamedEntry' })
    expect(describeOne({ events: { entry, end: z.object({ reason: z.string() }) } })).toMatchObject({
      'x-events': { entry: { $ref: '#/components/schemas/StreamedEntry' }, end: { properties: { reason: {} } } },
    })
  })

  it('gives a stream no schema, which would be held against the stream by some tools and against each event by others', () => {
    const types = ['application/json', 'text/event-stream']
    expect(describeOne({ answers: { 200: z.string() }, answerTypes: types })).toMatchObject({
      responses: { 200: { content: { 'application/json': { schema: { type: 'string' } }, 'text/event-stream': {} } } },
    })
    const stream = describeOne({ answers: { 200: z.string() }, answerTypes: ['text/event-stream'] })
    expect(JSON.stringify(stream)).not.toContain('schema')
  })

  it('describes dates and other types that JSON lacks without failing', () => {
    expect(describeOne({ answers: { 200: z.object({ at: z.date() }) } })).toHaveProperty('responses')
  })

  it('describes the headers that are read and sent, and the media types of the answer', () => {
    const document = describeRoute({
      answers: { 200: z.object({}) },
      headers: ['If-Match'],
      answerHeaders: ['ETag'],
      answerTypes: ['application/graphql-response+json', 'application/json'],
    })
    expect(document.paths['/things']?.post).toMatchObject({
      parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
      responses: {
        200: {
          headers: { ETag: { $ref: '#/components/headers/ETag' } },
          content: { 'application/graphql-response+json': {}, 'application/json': {} },
        },
      },
    })
    expect(document.components.headers).toHaveProperty('ETag')
  })
})

describe('the errors of an operation', () => {
  it('stand under their status, several of one status together', () => {
    const document = describeRoute({ errors: ['FORBIDDEN', 'FIELD_HIDDEN', 'NOT_FOUND'] })
    expect(document.paths['/things']?.post).toMatchObject({
      responses: {
        403: { $ref: '#/components/responses/403' },
        404: { $ref: '#/components/responses/404' },
        default: { $ref: '#/components/responses/any' },
      },
    })
    expect(document.components.responses['403']).toMatchObject({
      description: expect.stringMatching(/hidden field.*Not allowed/s),
      content: { 'application/problem+json': {} },
      'x-codes': ['FIELD_HIDDEN', 'FORBIDDEN'],
    })
  })

  it('may have the status of another answer, which then comes in either form', () => {
    const answers = { 400: z.object({ errors: z.array(z.string()) }) }
    expect(describeOne({ answers, errors: ['BAD_PATH', 'CONFLICT'] })).toMatchObject({
      responses: {
        400: {
          content: { 'application/json': {}, 'application/problem+json': {} },
          'x-codes': ['BAD_PATH', 'BAD_QUERY', 'BAD_REQUEST'],
        },
      },
    })
  })

  it('say where a wait is asked for', () => {
    const { components } = describeRoute({ errors: ['RATE_LIMITED', 'CONFLICT'] })
    expect(components.responses['429']).toMatchObject({ headers: { 'Retry-After': {} } })
    expect(components.responses['409']).not.toHaveProperty(['headers', 'Retry-After'])
  })

  it('are one response for all operations that have the same, and another for others', () => {
    const { paths, components } = describeRoutes(
      [
        ['GET', '/a', operation({ errors: ['CONFLICT'] })],
        ['GET', '/b', operation({ errors: ['IF_MATCH_REQUIRED'] })],
        ['GET', '/c', operation({ errors: ['CONFLICT'] })],
      ],
      info,
    )
    const references = ['/a', '/b', '/c'].map(path => paths[path]?.get)
    expect(references).toMatchObject([
      { responses: { 409: { $ref: '#/components/responses/409' } } },
      { responses: { 409: { $ref: '#/components/responses/409.2' } } },
      { responses: { 409: { $ref: '#/components/responses/409' } } },
    ])
    expect(components.responses['409.2']).toMatchObject({ 'x-codes': ['IF_MATCH_REQUIRED'] })
  })

  it('that may happen to any request stand under default, and beside others of their status', () => {
    const { components } = describeRoute({ errors: ['VALIDATION_FAILED'] })
    expect(components.responses.any).toMatchObject({ 'x-codes': expect.arrayContaining(['BAD_QUERY', 'INTERNAL']) })
    expect(components.responses['400']).toMatchObject({
      'x-codes': expect.arrayContaining(['BAD_QUERY', 'VALIDATION_FAILED']),
    })
  })

  it('name one status at least', () => {
    expect(describeOne({}).responses).toMatchObject({ 400: { $ref: '#/components/responses/400' } })
  })
})

function schemasOf(described: Record<string, unknown>) {
  const media = z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) })
  const schemaOf = (part: unknown) => media.safeParse(part).data?.content['application/json'].schema
  const responses = z.record(z.string(), z.unknown()).parse(described.responses)
  return { body: schemaOf(described.requestBody), answer: schemaOf(responses['200']) }
}

describe('named schemas', () => {
  const colour = z.enum(['red', 'blue']).meta({ id: 'TestColour' })
  const lamp = z.strictObject({ colour, watts: z.int().default(40) }).meta({ id: 'TestLamp' })

  it('stand once, among the components, and are referred to', () => {
    const document = describeRoute({ answers: { 200: z.array(lamp), 201: lamp } })
    expect(document.paths['/things']?.post).toMatchObject({
      responses: {
        200: { content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/TestLamp' } } } } },
        201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/TestLamp' } } } },
      },
    })
    expect(document.components.schemas.TestLamp).toMatchObject({
      required: ['colour', 'watts'],
      properties: { colour: { $ref: '#/components/schemas/TestColour' } },
    })
  })

  it('have another name for what is sent where that differs, and the same where it does not', () => {
    const { components } = describeRoute({ body: lamp, answers: { 200: lamp } })
    expect(components.schemas.TestLampInput).toMatchObject({ required: ['colour'], additionalProperties: false })
    expect(Object.keys(components.schemas).filter(name => name.startsWith('TestColour'))).toEqual(['TestColour'])
  })

  it('rule out no further fields in an answer, and carry no bounds of JavaScript', () => {
    const { components } = describeRoute({ answers: { 200: lamp } })
    expect(JSON.stringify(components.schemas.TestLamp)).not.toMatch(/additionalProperties|9007199254740991/)
  })

  it('say the bounds of what is sent, and none of an answer, which may widen', () => {
    const named = z.object({ name: z.string().min(1).max(20).default('a'), note: z.string().max(9).nullable() })
    const { body, answer } = schemasOf(describeOne({ body: named, answers: { 200: named } }))
    expect(body).toMatchObject({ properties: { name: { minLength: 1, maxLength: 20, default: 'a' } } })
    expect(answer).toMatchObject({
      properties: { name: { type: 'string' }, note: { type: ['string', 'null'] } },
      required: ['name', 'note'],
    })
    expect(JSON.stringify(answer)).not.toMatch(/Length|default/)
  })

  it('have no pattern where a format says as much, and no format that nobody knows', () => {
    const body = z.object({ at: z.uuid(), address: z.ipv6(), path: z.string().startsWith('/') })
    const { properties } = schemasOf(describeOne({ body })).body as { properties: unknown }
    expect(properties).toEqual({
      at: { type: 'string', format: 'uuid' },
      address: { type: 'string', format: 'ipv6' },
      path: { type: 'string', pattern: expect.any(String) },
    })
  })

  it('list the values of a choice', () => {
    const body = z.object({ order: z.union([z.literal(1), z.literal(-1)]) })
    expect(schemasOf(describeOne({ body })).body).toMatchObject({
      properties: { order: { type: 'number', enum: [1, -1] } },
    })
  })

  it('exclude each other where a field tells them apart', () => {
    const bulb = z.object({ type: z.literal('bulb') }).meta({ id: 'TestBulb' })
    const discriminator = { propertyName: 'type', mapping: { bulb: '#/components/schemas/TestBulb' } }
    const light = z.union([bulb, z.object({ type: z.literal('tube') })]).meta({ id: 'TestLight', discriminator })
    expect(describeRoute({ answers: { 200: light } }).components.schemas.TestLight).toEqual({
      discriminator,
      oneOf: [{ $ref: '#/components/schemas/TestBulb' }, expect.objectContaining({ required: ['type'] })],
    })
  })

  it('are of one schema each', () => {
    const answered = z.string().meta({ id: 'TestMoment' })
    const sent = z.union([z.int(), answered]).meta({ id: 'TestMoment' })
    expect(() => describeRoute({ body: sent, answers: { 200: answered } })).toThrow('TestMoment')
  })

  it('are asked for where a schema contains itself', () => {
    const tree: z.ZodType = z.object({
      get children() {
        return z.array(tree)
      },
    })
    expect(() => describeRoute({ body: tree })).toThrow('needs a name')
    const named: z.ZodType = z
      .object({
        get children() {
          return z.array(named)
        },
      })
      .meta({ id: 'TestTree' })
    expect(describeRoute({ body: named }).components.schemas.TestTree).toMatchObject({
      properties: { children: { items: { $ref: '#/components/schemas/TestTree' } } },
    })
  })
})
