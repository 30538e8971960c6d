import { errorCatalogue } from '@sluice/contracts'
import { z } from 'zod'
import type { Operation, Route } from './route.ts'

type JsonObject = { [name: string]: unknown }

/** An OpenAPI 3.1 document (its schemas are JSON Schema 2020-12, which zod writes). */
export type OpenApiDocument = {
  openapi: '3.1.1'
  info: { title: string; version: string; description?: string }
  paths: Record<string, JsonObject>
  components: { schemas: JsonObject; securitySchemes: JsonObject }
  security: readonly JsonObject[]
}

const problemSchema: JsonObject = {
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
  const paths: Record<string, JsonObject> = {}
  for (const [method, path, operation] of routes) {
    const name = path.replaceAll(/[:*](\w+)/g, '{$1}').replaceAll('\\', '')
    paths[name] = { ...paths[name], [method.toLowerCase()]: describeOperation(path, operation) }
  }
  return {
    openapi: '3.1.1',
    info,
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

function describeOperation(path: string, operation: Operation): JsonObject {
  const described: JsonObject = {
    summary: operation.summary,
    parameters: [...pathParameters(path), ...queryParameters(operation)],
    responses: describeAnswers(operation),
  }
  if (operation.body)
    described.requestBody = { required: true, content: { 'application/json': { schema: jsonSchema(operation.body) } } }
  return described
}

const pathParameters = (path: string): JsonObject[] =>
  [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const queryParameters = ({ query }: Operation): JsonObject[] =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({ name, in: 'query', schema: jsonSchema(schema) }))

function describeAnswers(operation: Operation): JsonObject {
  const responses: JsonObject = {}
  for (const [status, answer] of Object.entries(operation.answers)) {
    responses[status] =
      typeof answer === 'string'
        ? { description: answer }
        : {
            description: answer.description ?? 'Success',
            content: { 'application/json': { schema: jsonSchema(answer, 'output') } },
          }
  }
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const codes = Map.groupBy(operation.errors ?? [], code => errorCatalogue[code].status)
  for (const [status, ofStatus] of codes) {
    const description = ofStatus.map(code => `${code}: ${errorCatalogue[code].title}`).join('. ')
    responses[status] = { description, content: problem }
  }
  responses.default = { description: 'Any other error', content: problem }
  return responses
}

/** @param io whether what is sent is described (defaults may be left out) or what is answered */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output' = 'input'): JsonObject {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { unrepresentable: 'any', io })
  return described
}
