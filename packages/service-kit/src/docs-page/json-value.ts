/** Parts of an OpenAPI document, which comes over the network in part: nothing in it is taken for granted. */
export type JsonObject = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value = object[name]
  return isObject(value) ? value : {}
}

export const textAt = (object: JsonObject, name: string): string => {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}

export const listAt = (object: JsonObject, name: string): readonly unknown[] => {
  const value = object[name]
  return Array.isArray(value) ? value : []
}

/** What a reference inside the document means; undefined when nothing is there. */
export function followReference(document: JsonObject, reference: string): JsonObject | undefined {
  if (!reference.startsWith('#/')) return undefined
  let value: unknown = document
  for (const step of reference.slice(2).split('/')) {
    const name = decode(step)
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return isObject(value) ? value : undefined
}

/** References behind references are followed so far. */
const MAX_REFERENCES = 8

/** What a value means that may be a reference into the document, with what is said beside references that it leads to. */
export function resolved(value: unknown, document: JsonObject, steps = 0): JsonObject {
  if (!isObject(value) || steps > MAX_REFERENCES) return {}
  const reference = textAt(value, '$ref')
  if (reference === '') return value
  const { $ref, ...found } = followReference(document, reference) ?? {}
  return typeof $ref === 'string' ? { ...resolved({ $ref }, document, steps + 1), ...found } : found
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}
