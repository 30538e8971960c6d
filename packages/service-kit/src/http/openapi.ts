import { type ErrorCode, errorCatalogue } from '@sluice/contracts'
import { z } from 'zod'
import { answerHeaders, requestHeaders, requestIdHeader, retryAfterHeader } from './openapi-headers.ts'
import { operationTags } from './operation-tag.ts'
import type { Operation, Route } from './route.ts'

type OpenApiObject = { [name: string]: unknown }

/** An OpenAPI 3.1 document (its schemas are JSON Schema 2020-12, which zod writes). */
export type OpenApiDocument = {
  openapi: '3.1.1'
  info: { title: string; version: string; description?: string }
  paths: Record<string, OpenApiObject>
  tags: readonly { name: string; description: string }[]
  components: { schemas: OpenApiObject; securitySchemes: OpenApiObject }
  security: readonly OpenApiObject[]
}

const problemSchema: OpenApiObject = {
  type: 'object',
  description: 'The body of every error (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    detail: { type: 'string', description: 'What is wrong and what to do.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          line: { type: 'integer' },
          column: { type: 'integer' },
        },
      },
    },
    requestId: { type: 'string', format: 'uuid' },
  },
}

/** Describes a table of routes; the table is the only source, so that what is served is what is described. */
export function describeRoutes(routes: readonly Route[], info: OpenApiDocument['info']): OpenApiDocument {
  const paths: Record<string, OpenApiObject> = {}
  for (const [method, path, operation] of routes) {
    const name = path.replaceAll(/[:*](\w+)/g, '{$1}').replaceAll('\\', '')
    paths[name] = {
      ...paths[name],
      [method.toLowerCase()]: describeOperation({ method: method.toLowerCase(), path, name, operation }),
    }
  }
  return {
    openapi: '3.1.1',
    info,
    tags: Object.entries(operationTags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ basic: [] }, { bearer: [] }],
  }
}

/** Joins the descriptions of several services under one title. */
export function mergeDescriptions(
  documents: readonly OpenApiDocument[],
  info: OpenApiDocument['info'],
): OpenApiDocument {
  const merged = describeRoutes([], info)
  for (const document of documents) {
    for (const [path, item] of Object.entries(document.paths)) merged.paths[path] = { ...merged.paths[path], ...item }
  }
  return merged
}

type OperationDescription = { method: string; path: string; name: string; operation: Operation }

function describeOperation({ method, path, name, operation }: OperationDescription): OpenApiObject {
  const place = `#/paths/${pointer(name)}/${method}`
  const described: OpenApiObject = {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    parameters: [...pathParameters(path), ...queryParameters(operation), ...headerParameters(operation)],
    responses: describeAnswers(operation, place),
  }
  if (operation.body) {
    const schema = jsonSchema(operation.body, 'input', `${place}/requestBody/content/${pointer(JSON_TYPE)}/schema`)
    described.requestBody = {
      required: true,
      content: { [JSON_TYPE]: { schema, ...exampleOf(operation.examples?.body) } },
    }
  }
  return described
}

const JSON_TYPE = 'application/json'

/** One step of a JSON pointer inside a URI. */
const pointer = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

const pathParameters = (path: string): OpenApiObject[] =>
  [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const exampleOf = (value: unknown): OpenApiObject => (value === undefined ? {} : { example: value })

const queryParameters = ({ query, examples }: Operation): OpenApiObject[] =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(schema.description ? { description: schema.description } : {}),
    schema: jsonSchema(schema),
    ...exampleOf(examples?.query?.[name]),
  }))

const headerParameters = ({ headers }: Operation): OpenApiObject[] =>
  (headers ?? []).map(name => ({ name, in: 'header', ...requestHeaders[name] }))

function describeAnswers(operation: Operation, place: string): OpenApiObject {
  const responses: OpenApiObject = {}
  for (const [status, answer] of Object.entries(operation.answers)) {
    const description = typeof answer === 'string' ? answer : (answer.description ?? 'Success')
    const content =
      typeof answer === 'string'
        ? {}
        : { content: describeContent(operation, { status, answer, place: `${place}/responses/${status}` }) }
    responses[status] = { description, headers: successHeaders(operation), ...content }
  }
  const codes = Map.groupBy(operation.errors ?? [], code => errorCatalogue[code].status)
  for (const [status, ofStatus] of codes) responses[status] = describeErrors(ofStatus)
  responses.default = { description: 'Any other error', headers: { 'X-Request-Id': requestIdHeader }, content: problem }
  return responses
}

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

type DescribedAnswer = { status: string; answer: z.ZodType; place: string }

function describeContent(
  { answerTypes = [JSON_TYPE], examples }: Operation,
  { status, answer, place }: DescribedAnswer,
): OpenApiObject {
  const example = exampleOf(examples?.answers?.[Number(status)])
  return Object.fromEntries(
    answerTypes.map(type => [
      type,
      { schema: jsonSchema(answer, 'output', `${place}/content/${pointer(type)}/schema`), ...example },
    ]),
  )
}

function successHeaders(operation: Operation): OpenApiObject {
  const own = (operation.answerHeaders ?? []).map(name => [name, answerHeaders[name]])
  return Object.fromEntries([...own, ['X-Request-Id', requestIdHeader]])
}

/** `x-codes` lists the codes for programs; the description has them for people. */
function describeErrors(codes: readonly ErrorCode[]): OpenApiObject {
  const retry = codes.some(code => errorCatalogue[code].isRetriable) ? { 'Retry-After': retryAfterHeader } : {}
  return {
    description: codes.map(code => `${code}: ${errorCatalogue[code].title}`).join('. '),
    headers: { 'X-Request-Id': requestIdHeader, ...retry },
    content: problem,
    'x-codes': codes,
  }
}

/**
 * @param io whether what is sent is described (defaults may be left out) or what is answered
 * @param place where the schema will stand: what refers to itself refers to there
 */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output' = 'input', place = '#'): OpenApiObject {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { unrepresentable: 'any', io })
  return movedObject(described, place)
}

function movedObject(object: object, place: string): OpenApiObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace(/^#/, place) : moved(value, place),
    ]),
  )
}

function moved(value: unknown, place: string): unknown {
  if (Array.isArray(value)) return value.map(inner => moved(inner, place))
  return typeof value === 'object' && value !== null ? movedObject(value, place) : value
}
