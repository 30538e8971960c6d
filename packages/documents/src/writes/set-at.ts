import type { Document } from '@sluice/store'
import { isDocument } from '../json/bson-value.ts'

/** A copy of the document with a value at a dotted path; what stands in the way and is no document gives way. */
export function setAt(document: Document, path: readonly string[], value: unknown): Document {
  const [name = '', ...rest] = path
  if (rest.length === 0) return { ...document, [name]: value }
  const inner = Object.hasOwn(document, name) ? document[name] : undefined
  return { ...document, [name]: setAt(isDocument(inner) ? inner : {}, rest, value) }
}
