import { fieldOf, fieldsOf, isArray, isDocument, typeOf } from './value.ts'

/** What stands at a path. `MISSING` is told apart from null. */
export const MISSING = Symbol('missing')

const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part)

/**
 * The values that a path of a query means in a document, as MongoDB walks: through arrays of documents, and by
 * position. `visit` answers true to stop. With `leaves` an array at the end stands for its elements and itself.
 * @returns whether a visit stopped the walk
 */
export function walk(root: unknown, parts: readonly string[], options: WalkOptions): boolean {
  let value = root
  let at = 0
  while (at < parts.length) {
    if (isArray(value)) return walkArray(value, parts.slice(at), options)
    const part = parts[at] ?? ''
    const found = hasFields(value) ? own(value, part) : MISSING
    if (found === MISSING) return options.visit(MISSING)
    value = found
    at += 1
  }
  return visitEnd(value, options)
}

type WalkOptions = { leaves: boolean; visit: (value: unknown) => boolean }

const hasFields = (value: unknown): boolean => typeOf(value) === 'object'

function own(value: unknown, field: string): unknown {
  const fields = isDocument(value) ? value : fieldsOf(value)
  return Object.hasOwn(fields, field) ? fields[field] : MISSING
}

function visitEnd(value: unknown, { leaves, visit }: WalkOptions): boolean {
  if (leaves && isArray(value)) for (const element of value) if (visit(element)) return true
  return visit(value)
}

function walkArray(array: readonly unknown[], parts: readonly string[], options: WalkOptions): boolean {
  const [part = '', ...rest] = parts
  for (const element of array) {
    if (hasFields(element) && walk(element, parts, options)) return true
  }
  if (!isIndex(part) || Number(part) >= array.length) return false
  return walkPosition(array[Number(part)], rest, options)
}

/** What a position names is taken as it is: an array there does not stand for its elements. */
function walkPosition(element: unknown, rest: readonly string[], options: WalkOptions): boolean {
  if (rest.length === 0) return options.visit(element)
  if (isArray(element)) return walkArray(element, rest, options)
  return hasFields(element) && walk(element, rest, options)
}

/** The value at a path of field names alone, not through arrays. */
export function valueAt(root: unknown, parts: readonly string[]): unknown {
  let value = root
  for (const part of parts) {
    if (!isDocument(value)) return undefined
    value = fieldOf(value, part)
  }
  return value
}
