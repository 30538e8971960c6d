import { type DescriptionObject, listOf, objectOf, resolveIn } from './described-operations.ts'

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const

/**
 * The same description, where answers have no fields but the described ones. Clients are promised that an answer may
 * gain fields; a test has to fail when one does and the description does not say so.
 * @param isNarrowed whether any field may be missing: a permission can hide it, or it was not asked for
 */
export function closeObjects(document: DescriptionObject, isNarrowed: boolean): DescriptionObject {
  return objectOf(closed(document, { document, isNarrowed, isValue: false }))
}

/** `isValue`: whether a value is judged by this schema alone, and not by others around it too. */
type SchemaPlace = { document: DescriptionObject; isNarrowed: boolean; isValue: boolean }

function closed(value: unknown, place: SchemaPlace): unknown {
  if (Array.isArray(value)) return value.map(inner => closed(inner, { ...place, isValue: false }))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [keywordOf(key, place), closedPart(key, inner, place)])
  const isClosed = place.isValue && !isOpen(place.document, value, 0)
  return Object.fromEntries(isClosed ? [...entries, ['unevaluatedProperties', false]] : entries)
}

/** A narrowed answer may lack the fields that tell two forms apart, and then fits both. */
const keywordOf = (key: string, { isNarrowed }: SchemaPlace): string => (isNarrowed && key === 'oneOf' ? 'anyOf' : key)

function closedPart(key: string, value: unknown, place: SchemaPlace): unknown {
  if (key === 'example' || key === 'examples') return undefined
  if (key === 'required' && place.isNarrowed) return undefined
  if (key === 'properties') {
    const properties = Object.entries(objectOf(value))
    return Object.fromEntries(properties.map(([name, inner]) => [name, closed(inner, { ...place, isValue: true })]))
  }
  const isValue = key === 'items' || key === 'schema' || key === 'additionalProperties'
  return closed(value, { ...place, isValue })
}

/** Whether a schema lets any field pass, or is about no objects. */
function isOpen(document: DescriptionObject, value: unknown, depth: number): boolean {
  if (depth > 8) return true
  const { $ref: _, ...beside } = objectOf(value)
  const schema = { ...resolveIn(document, value), ...beside }
  const parts = COMBINED.flatMap(key => listOf(schema[key]))
  if (parts.length > 0) return parts.some(part => isOpenObject(document, part, depth + 1))
  return isOpenObject(document, schema, depth)
}

function isOpenObject(document: DescriptionObject, part: unknown, depth: number): boolean {
  const schema = resolveIn(document, part)
  if (COMBINED.some(key => key in schema)) return isOpen(document, schema, depth + 1)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const takesObjects = schema.type === undefined ? !('enum' in schema || 'const' in schema) : types.includes('object')
  return takesObjects && !('properties' in schema)
}
