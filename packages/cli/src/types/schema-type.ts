import { isObject, listOf, memberOf, objectOf, type ReadObject, textOf } from '../json-values.ts'
import {
  arrayText,
  intersectionText,
  literal,
  objectText,
  type TypeMember,
  unionText,
  wordOrGroup,
} from './type-text.ts'

/** What a schema is read with. */
export type SchemaReading = {
  /** Gives the name of the type that a reference such as `#/$defs/stop` leads to; undefined where it leads nowhere. */
  nameOf(reference: string): string | undefined
  /** Dates of documents are dates of JavaScript. */
  hasDates: boolean
}

/**
 * Gives the type of the values that a JSON Schema (draft 6, 7 or 2020-12) lets through. What a type can't say, such as
 * a pattern, a range or `not`, is left out: the type is then wider than the schema, never narrower.
 */
export function schemaType(schema: unknown, reading: SchemaReading): string {
  if (schema === false) return 'never'
  if (!isObject(schema)) return 'unknown'
  const reference = memberOf(schema, '$ref')
  return intersectionText([
    typeof reference === 'string' ? (reading.nameOf(reference) ?? 'unknown') : 'unknown',
    ownType(schema, reading),
    ...listOf(schema.allOf).map(one => schemaType(one, reading)),
    ...[schema.anyOf, schema.oneOf].filter(Array.isArray).map(ways => alternatives(ways, reading)),
  ])
}

const alternatives = (schemas: readonly unknown[], reading: SchemaReading): string =>
  unionText(schemas.map(one => schemaType(one, reading)))

function ownType(schema: ReadObject, reading: SchemaReading): string {
  if (Object.hasOwn(schema, 'const')) return literal(schema.const)
  if (Array.isArray(schema.enum)) return unionText(schema.enum.map(literal))
  const types = typeNames(schema)
  const type = types.length === 0 ? 'unknown' : unionText(types.map(name => typeOf(name, schema, reading)))
  return schema.nullable === true ? unionText([type, 'null']) : type
}

/** The types that a schema names, or the one that its keywords are about. */
function typeNames({ type, properties, required, items, prefixItems }: ReadObject): readonly string[] {
  if (Array.isArray(type)) return type.map(textOf)
  if (typeof type === 'string') return [type]
  if (isObject(properties) || Array.isArray(required)) return ['object']
  return items === undefined && prefixItems === undefined ? [] : ['array']
}

function typeOf(name: string, schema: ReadObject, reading: SchemaReading): string {
  if (name === 'object') return objectType(schema, reading)
  if (name === 'array') return arrayType(schema, reading)
  if (name === 'integer') return 'number'
  return ['string', 'number', 'boolean', 'null'].includes(name) ? name : 'unknown'
}

function objectType(schema: ReadObject, reading: SchemaReading): string {
  const members = schemaMembers(schema, reading)
  if (reading.hasDates && members.length === 1 && members[0]?.name === '$date') return 'Date'
  return objectText(members, otherFields(schema, members.length > 0, reading))
}

/** The fields that a schema of an object names, and those that it requires. */
export function schemaMembers(schema: ReadObject, reading: SchemaReading): readonly TypeMember[] {
  const properties = objectOf(schema.properties)
  const required = new Set(listOf(schema.required).map(textOf))
  const named = Object.entries(properties).map(([name, property]) => ({
    name,
    type: schemaType(property, reading),
    isRequired: required.has(name),
    description: textOf(memberOf(property, 'description')),
  }))
  const others = [...required].filter(name => !Object.hasOwn(properties, name))
  return [...named, ...others.map(name => ({ name, type: 'unknown', isRequired: true }))]
}

/**
 * What fields hold that have no name of their own. Beside named fields they are `unknown`, as a type of them would bind the
 * named ones, too; where a schema says nothing about others, only the named ones are known.
 */
export function otherFields(schema: ReadObject, hasMembers: boolean, reading: SchemaReading): string | undefined {
  const { additionalProperties, patternProperties } = schema
  const patterns = Object.values(objectOf(patternProperties))
  const isSilent = additionalProperties === undefined || additionalProperties === false
  if (isSilent && patterns.length === 0) return hasMembers || additionalProperties === false ? undefined : 'unknown'
  if (hasMembers) return 'unknown'
  const rest = additionalProperties === undefined ? true : additionalProperties
  return alternatives([...patterns, rest], reading)
}

function arrayType(schema: ReadObject, reading: SchemaReading): string {
  const isListed = Array.isArray(schema.items)
  const first = isListed ? schema.items : schema.prefixItems
  const rest = isListed ? schema.additionalItems : schema.items
  if (!Array.isArray(first)) return arrayText(schemaType(rest, reading))
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0
  const elements = first.map((one, at) => tupleElement(schemaType(one, reading), at < least))
  return `[${[...elements, ...(rest === false ? [] : [`...${arrayText(schemaType(rest, reading))}`])].join(', ')}]`
}

const tupleElement = (type: string, isRequired: boolean): string => (isRequired ? type : `${wordOrGroup(type)}?`)
