import { z } from 'zod'
import { EVENT_STREAM_TYPE, type Operation, type Route } from '../route.ts'
import { withErrors } from './described-errors.ts'
import { answerHeaders, requestHeaders } from './described-headers.ts'
import {
  emptyComponents,
  type OpenApiComponents,
  type OpenApiDocument,
  type OpenApiObject,
  referTo,
} from './openapi-document.ts'
import { operationTags } from './operation-tag.ts'
import { namesTaken, pathParameterSchemas } from './path-parameters.ts'
import { createSchemaWriter, type SchemaWriter } from './schema-writer.ts'

type DescriptionScene = {
  components: OpenApiComponents
  schemas: SchemaWriter
}

/** A description of nothing, to which paths and components are added. */
export const emptyDescription = (info: OpenApiDocument['info']): OpenApiDocument => ({
  openapi: '3.1.1',
  info,
  servers: [{ url: '/' }],
  tags: Object.entries(operationTags).map(([name, description]) => ({ name, description })),
  paths: {},
  components: emptyComponents(),
})

/** Describes a table of routes; the table is the only source, so that what is served is what is described. */
export function describeRoutes(routes: readonly Route[], info: OpenApiDocument['info']): OpenApiDocument {
  const document = emptyDescription(info)
  const { paths, components } = document
  const schemas = createSchemaWriter()
  for (const [method, path, operation] of routes) {
    const name = path.replaceAll(/[:*](\w+)/g, '{$1}').replaceAll('\\', '')
    const described = describeOperation({ path, operation }, { components, schemas })
    paths[name] = { ...paths[name], [method.toLowerCase()]: described }
  }
  Object.assign(components.schemas, schemas.named)
  return document
}

type PlacedOperation = { path: string; operation: Operation }

function describeOperation({ path, operation }: PlacedOperation, scene: DescriptionScene): OpenApiObject {
  const parameters = [
    ...pathParameters(path, operation, scene),
    ...queryParameters(operation, scene),
    ...headerParameters(operation),
  ]
  const described: OpenApiObject = {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: describeAnswers(operation, scene),
  }
  if (operation.events) {
    const events = Object.entries(operation.events).map(([name, data]) => [name, scene.schemas.write(data, 'output')])
    described['x-events'] = Object.fromEntries(events)
  }
  if (operation.body) {
    const schema = scene.schemas.write(operation.body, 'input')
    const content = { [JSON_TYPE]: { schema, ...exampleOf(operation.examples?.body) } }
    described.requestBody = { required: !operation.body.safeParse(undefined).success, content }
  }
  return described
}

const JSON_TYPE = 'application/json'
const OK = '200'

const exampleOf = (value: unknown): OpenApiObject => (value === undefined ? {} : { example: value })

function pathParameters(path: string, { params }: Operation, { schemas }: DescriptionScene): OpenApiObject[] {
  return [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => {
    const { description, ...schema } = schemas.write(
      params?.shape[name] ?? pathParameterSchemas[name] ?? z.string(),
      'input',
    )
    const words = description ? { description } : {}
    return { name, in: 'path', required: true, ...words, schema: { ...schema, ...namesTaken(path, name) } }
  })
}

/** A parameter of a query is text: a boolean is one of two, and what may be repeated is a list. */
function queryParameters({ query, examples }: Operation, { schemas }: DescriptionScene): OpenApiObject[] {
  return Object.entries(query?.shape ?? {}).map(([name, parameter]) => {
    const { description, ...schema } = schemas.write(parameter, 'input')
    const words = description ? { description } : {}
    return { name, in: 'query', ...words, schema: asBoolean(schema), ...exampleOf(examples?.query?.[name]) }
  })
}

function asBoolean(schema: OpenApiObject): OpenApiObject {
  const isBoolean = Array.isArray(schema.enum) && schema.enum.toSorted().join() === 'false,true'
  if (!isBoolean) return schema
  const { default: initial } = schema
  return initial === undefined ? { type: 'boolean' } : { type: 'boolean', default: initial === 'true' }
}

const headerParameters = ({ headers }: Operation): OpenApiObject[] =>
  (headers ?? []).map(name => ({ name, in: 'header', ...requestHeaders[name] }))

function describeAnswers(operation: Operation, scene: DescriptionScene): OpenApiObject {
  const answers = Object.entries(operation.answers).map(([status, answer]): [string, OpenApiObject] => {
    const headers = successHeaders(operation, scene.components)
    if (typeof answer === 'string') return [status, { description: answer, ...headers }]
    const content = describeContent(operation, { status, answer }, scene)
    return [status, { description: ownWords(answer) ?? 'OK', ...headers, content }]
  })
  return withErrors(Object.fromEntries(answers), operation.errors ?? [], scene.components)
}

/** What is said of this answer, and not of its schema, which has a name and says it there. */
const ownWords = (answer: z.ZodType): string | undefined => (answer.meta()?.id ? undefined : answer.description)

type StatusAnswer = { status: string; answer: z.ZodType }

function describeContent(
  { answerTypes = [JSON_TYPE], examples }: Operation,
  { status, answer }: StatusAnswer,
  { schemas }: DescriptionScene,
): OpenApiObject {
  // What the answer means stands with its status.
  const { description: _, ...schema } = schemas.write(answer, 'output')
  const example = exampleOf(examples?.answers?.[Number(status)])
  // Nothing but what was asked for comes as a stream.
  const types = answerTypes.filter(type => type !== EVENT_STREAM_TYPE || status === OK)
  const described = (type: string) => (type === EVENT_STREAM_TYPE ? {} : { schema })
  return Object.fromEntries(
    types.map((type, index) => [type, index === 0 ? { ...described(type), ...example } : described(type)]),
  )
}

/** What `X-Request-Id` is stands once, with the errors: every answer has it. */
function successHeaders({ answerHeaders: names = [] }: Operation, { headers }: OpenApiComponents): OpenApiObject {
  for (const name of names) headers[name] = answerHeaders[name]
  return names.length > 0 ? { headers: Object.fromEntries(names.map(name => [name, referTo('headers', name)])) } : {}
}
