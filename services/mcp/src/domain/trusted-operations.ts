import { createHash } from 'node:crypto'
import {
  type DefinitionNode,
  type DocumentNode,
  type InputValueDefinitionNode,
  type OperationDefinitionNode,
  parse,
  type TypeNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from 'graphql'
import type { z } from 'zod'

type SchemaJson = z.core.util.JSONType

/** An operation of a registered document, as a tool. */
export type TrustedOperation = {
  /** The name of the tool. */
  tool: string
  documentId: string
  kind: 'query' | 'mutation'
  description: string
  /** What each variable may be, in JSON Schema. */
  variables: Readonly<Record<string, SchemaJson>>
  required: readonly string[]
}

type TrustedApp = { uri: string; name: string; schema: string; documents: Readonly<Record<string, string>> }

const MAX_TOKENS = 10_000
const MAX_NAME = 64
const MAX_DESCRIPTION = 256
const CLASH_DIGITS = 6

/** The operations of an app's registered documents that have a name, each once. What can't be read is none. */
export function readTrustedOperations({ uri, name, schema, documents }: TrustedApp): readonly TrustedOperation[] {
  const types = typesOf(schema)
  const operations = Object.entries(documents).flatMap(([documentId, text]) => {
    const operation = onlyOperation(text)
    const wanted = operation?.name && operation.operation !== 'subscription' ? operation : undefined
    return wanted ? [describeOperation({ documentId, text, operation: wanted, types, app: { uri, name } })] : []
  })
  return withoutClashes(operations)
}

function parseSafely(text: string): DocumentNode | undefined {
  try {
    return parse(text, { maxTokens: MAX_TOKENS })
  } catch {
    return undefined
  }
}

/** A document of several operations would have to be told which is meant. */
function onlyOperation(text: string): OperationDefinitionNode | undefined {
  const found = parseSafely(text)?.definitions.filter(one => one.kind === 'OperationDefinition') ?? []
  return found.length === 1 ? found[0] : undefined
}

type TypeDefinitions = ReadonlyMap<string, DefinitionNode>

const typesOf = (schema: string): TypeDefinitions =>
  new Map(
    (parseSafely(schema)?.definitions ?? []).flatMap(one =>
      one.kind === 'EnumTypeDefinition' || one.kind === 'InputObjectTypeDefinition' ? [[one.name.value, one]] : [],
    ),
  )

type NamedOperation = {
  documentId: string
  text: string
  operation: OperationDefinitionNode
  types: TypeDefinitions
  app: { uri: string; name: string }
}

function describeOperation({ documentId, text, operation, types, app }: NamedOperation): TrustedOperation {
  const name = operation.name?.value ?? ''
  const variables = operation.variableDefinitions ?? []
  return {
    tool: toolNameOf(app.uri, name),
    documentId,
    kind: operation.operation === 'mutation' ? 'mutation' : 'query',
    description: oneLine(commentAbove(text, operation) || `${name} of the app ${app.name}`),
    variables: Object.fromEntries(
      variables.map(definition => [definition.variable.name.value, schemaOfVariable(definition, types)]),
    ),
    required: variables.filter(isRequired).map(({ variable }) => variable.name.value),
  }
}

const isRequired = ({ type, defaultValue }: VariableDefinitionNode): boolean =>
  type.kind === 'NonNullType' && defaultValue === undefined

const toolNameOf = (uri: string, operation: string): string =>
  `app_${snakeCase(uri)}_${snakeCase(operation)}`.slice(0, MAX_NAME)

const snakeCase = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')

/** The comment lines straight above an operation. */
function commentAbove(text: string, { loc }: OperationDefinitionNode): string {
  const lines = text
    .slice(0, loc?.start ?? 0)
    .split('\n')
    .slice(0, -1)
  const comment: string[] = []
  for (const line of lines.toReversed()) {
    const found = /^\s*#(.*)$/.exec(line)?.[1]
    if (found === undefined) break
    comment.unshift(found.trim())
  }
  return comment.join(' ')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION)

const SCALARS: Readonly<Record<string, SchemaJson>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
}
const MAX_DEPTH = 5

function schemaOfVariable({ type, defaultValue }: VariableDefinitionNode, types: TypeDefinitions): SchemaJson {
  const schema = schemaOfType(type, types, 0)
  if (!defaultValue || typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  return {
    ...schema,
    description: `Default: ${JSON.stringify(valueFromASTUntyped(defaultValue))}`.slice(0, MAX_DESCRIPTION),
  }
}

function schemaOfType(type: TypeNode, types: TypeDefinitions, depth: number): SchemaJson {
  if (type.kind === 'NonNullType') return schemaOfType(type.type, types, depth)
  if (type.kind === 'ListType') return { type: 'array', items: schemaOfType(type.type, types, depth) }
  const definition = types.get(type.name.value)
  // Scalars of our own have forms that JSON Schema does not name.
  return definition ? schemaOfDefinition(definition, types, depth) : (SCALARS[type.name.value] ?? {})
}

function schemaOfDefinition(definition: DefinitionNode, types: TypeDefinitions, depth: number): SchemaJson {
  if (definition.kind === 'EnumTypeDefinition') {
    return { type: 'string', enum: (definition.values ?? []).map(({ name }) => name.value) }
  }
  if (definition.kind !== 'InputObjectTypeDefinition') return {}
  return depth < MAX_DEPTH ? schemaOfObject(definition.fields ?? [], types, depth + 1) : { type: 'object' }
}

const schemaOfObject = (
  fields: readonly InputValueDefinitionNode[],
  types: TypeDefinitions,
  depth: number,
): SchemaJson => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(fields.map(({ name, type }) => [name.value, schemaOfType(type, types, depth)])),
  required: fields
    .filter(({ type, defaultValue }) => type.kind === 'NonNullType' && defaultValue === undefined)
    .map(({ name }) => name.value),
})

/** Names that several have get digits of what they stand for, so that none is another one tomorrow. */
function withoutClashes(operations: readonly TrustedOperation[]): readonly TrustedOperation[] {
  const counts = new Map<string, number>()
  for (const { tool } of operations) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  return operations.map(one => (counts.get(one.tool) === 1 ? one : { ...one, tool: withDigits(one) }))
}

function withDigits({ tool, documentId }: TrustedOperation): string {
  const digits = createHash('sha256').update(documentId).digest('hex').slice(0, CLASH_DIGITS)
  return `${tool.slice(0, MAX_NAME - CLASH_DIGITS - 1)}_${digits}`
}
