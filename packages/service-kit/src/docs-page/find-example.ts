import { isObject, type JsonObject, listAt, objectAt, resolved } from './json-value.ts'

/** Schemas deeper than this have no example of their own. */
const MAX_DEPTH = 8

/**
 * Finds a value that shows what a body or an answer looks like: the one that stands with it, or what its schema has, as
 * readers of OpenAPI put it together: a list has one item, a whole has what its parts have, a choice is its first form.
 * @param media the part of the description that has the schema
 * @returns undefined where there is none
 */
export function findExample(media: JsonObject, document: JsonObject): unknown {
  return 'example' in media ? media.example : ofSchema(media.schema, document, 0)
}

function ofSchema(value: unknown, document: JsonObject, depth: number): unknown {
  if (!isObject(value) || depth > MAX_DEPTH) return undefined
  const schema = { ...resolved(value, document), ...value }
  const [own] = listAt(schema, 'examples')
  if (own !== undefined) return own
  const parts = listAt(schema, 'allOf').map(part => ofSchema(part, document, depth + 1))
  if (parts.some(isObject)) return Object.assign({}, ...parts)
  const [form] = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')]
  if (form !== undefined) return ofSchema(form, document, depth + 1)
  const item = schema.type === 'array' ? ofSchema(objectAt(schema, 'items'), document, depth + 1) : undefined
  return item === undefined ? undefined : [item]
}
