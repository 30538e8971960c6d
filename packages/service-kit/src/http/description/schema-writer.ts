import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type OpenApiObject, referTo } from './openapi-document.ts'
import { type SchemaDirection, tidySchema } from './tidy-schema.ts'

export type SchemaWriter = {
  /** Describes a schema where it stands; what has a name inside of it becomes a component, and is referred to. */
  write(schema: z.core.$ZodType, direction: SchemaDirection): OpenApiObject
  /** The named schemas that were written so far. */
  named: Record<string, OpenApiObject>
}

const DEFINITION = /^#\/\$defs\//
/** The end of the names of schemas that describe only what is sent. */
const SENT = 'Input'

/**
 * Writes JSON Schemas with the names that zod schemas have by `.meta({ id })`. Where a thing is sent in another form than
 * it is answered (fields may be left out, unknown ones are refused), the form that is sent has `Input` behind its name.
 */
export function createSchemaWriter(): SchemaWriter {
  const named: Record<string, OpenApiObject> = {}

  function name(wanted: string, schema: OpenApiObject): void {
    const other = named[wanted]
    if (other && !isDeepStrictEqual(other, schema)) throw new TakenNameError(`Two schemas are called ${wanted}.`)
    named[wanted] = schema
  }

  return {
    named,
    write(schema, direction) {
      const { root, definitions, schemas } = convert(schema, direction)
      const nameOf = (id: string) => {
        const definition = schemas.get(id)
        const isTold = direction === 'input' && !id.endsWith(SENT) && definition && differsByDirection(definition)
        return isTold ? `${id}${SENT}` : id
      }
      for (const [id, definition] of Object.entries(definitions)) name(nameOf(id), renamed(definition, nameOf))
      return renamed(root, nameOf)
    },
  }
}

const byDirection = new WeakMap<z.core.$ZodType, boolean>()

function differsByDirection(schema: z.core.$ZodType): boolean {
  const known = byDirection.get(schema)
  if (known !== undefined) return known
  const [sent, answered] = [convert(schema, 'input'), convert(schema, 'output')]
  const differs =
    JSON.stringify([sent.root, sent.definitions]) !== JSON.stringify([answered.root, answered.definitions])
  byDirection.set(schema, differs)
  return differs
}

type ConvertedSchema = {
  root: OpenApiObject
  definitions: Record<string, OpenApiObject>
  /** The zod schema behind each definition. */
  schemas: ReadonlyMap<string, z.core.$ZodType>
}

function convert(schema: z.core.$ZodType, direction: SchemaDirection): ConvertedSchema {
  const schemas = new Map<string, z.core.$ZodType>()
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: direction,
    override({ zodSchema, jsonSchema }) {
      const id = z.globalRegistry.get(zodSchema)?.id
      if (id !== undefined) schemas.set(id, zodSchema)
      tidySchema(jsonSchema, direction)
    },
  })
  const definitions = Object.fromEntries(
    Object.entries($defs).map(([id, definition]): [string, OpenApiObject] => [id, withoutId(definition)]),
  )
  return { root, definitions, schemas }
}

function withoutId({ id: _, ...definition }: OpenApiObject): OpenApiObject {
  return definition
}

function renamed(object: OpenApiObject, nameOf: (id: string) => string): OpenApiObject {
  const entries = Object.entries(object).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string' ? referenceTo(value, nameOf) : renamedValue(value, nameOf),
  ])
  const { additionalProperties, ...whole } = Object.fromEntries(entries)
  const schema = asOneOf(asEnum(whole))
  // Without properties, or beside a reference to an open object, it says nothing.
  const isOpen = additionalProperties === true && !('properties' in schema)
  const isSaid = additionalProperties !== undefined && !isOpen
  return withNullAsType(isSaid ? { ...schema, additionalProperties } : schema)
}

/** A choice of values of one type is an enum of them. */
function asEnum(schema: OpenApiObject): OpenApiObject {
  const { anyOf, ...beside } = schema
  const parsed = valueChoice.safeParse(anyOf)
  const [type, ...otherTypes] = new Set(parsed.data?.map(part => part.type))
  if (type === undefined || otherTypes.length > 0) return schema
  return { ...beside, type, enum: parsed.data?.map(part => part.const) }
}

const valueChoice = z
  .array(z.strictObject({ type: z.string(), const: z.union([z.string(), z.number(), z.boolean()]) }))
  .min(2)

/** Forms that are told apart by a field exclude each other. */
function asOneOf({ anyOf, ...schema }: OpenApiObject): OpenApiObject {
  if (anyOf === undefined) return schema
  return 'discriminator' in schema ? { ...schema, oneOf: anyOf } : { ...schema, anyOf }
}

/** A choice between a type and null is one schema of two types, where the type is all that tells them apart. */
function withNullAsType(schema: OpenApiObject): OpenApiObject {
  const { anyOf, ...beside } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || JSON.stringify(anyOf[1]) !== '{"type":"null"}') return schema
  const { type, ...rest }: OpenApiObject = anyOf[0]
  const isPlain = typeof type === 'string' && !('enum' in rest || 'const' in rest)
  return isPlain ? { type: [type, 'null'], ...rest, ...beside } : schema
}

function renamedValue(value: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map(inner => renamedValue(inner, nameOf))
  return typeof value === 'object' && value !== null ? renamed({ ...value }, nameOf) : value
}

function referenceTo(reference: string, nameOf: (id: string) => string): string {
  const id = reference.replace(DEFINITION, '')
  if (id === reference || id.startsWith('__')) throw new NamelessSchemaError(NAMELESS)
  return referTo('schemas', nameOf(id)).$ref
}

/** Who reads the description could not tell two schemas apart. */
class TakenNameError extends Error {
  override name = 'TakenNameError'
}

/** A schema that contains itself has no name by which it could be referred to. */
class NamelessSchemaError extends Error {
  override name = 'NamelessSchemaError'
}
const NAMELESS = 'A schema that contains itself needs a name: .meta({ id }).'
