import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ownField } from './bson-values.ts'

/** Given as a whole, never merged: a half-merged mapping is nobody's. */
const REPLACED = ['schema', 'mappings']

/** As deep as a document may be. */
const MAX_LEVELS = 100

/** Whether a patch reaches deeper than any app: a dotted key takes few characters for many levels. */
export function isTooDeepPatch(patch: Document, levels = MAX_LEVELS): boolean {
  return Object.entries(patch).some(([key, value]) => {
    const left = levels - key.split('.').length
    return left < 0 || (isDocument(value) && isTooDeepPatch(value, left))
  })
}

/** Applies a JSON merge patch (RFC 7396) to an app; dotted keys reach inside. */
export function patchApp(app: Document, patch: Document): Document {
  const patched = { ...app }
  for (const [key, value] of Object.entries(patch)) {
    if (REPLACED.includes(key)) setField(patched, key, value)
    else mergeAt(patched, key.split('.'), value)
  }
  return patched
}

function mergeAt(target: Document, path: readonly string[], value: unknown): void {
  const [field = '', ...rest] = path
  const before = ownField(target, field)
  if (rest.length === 0) {
    setField(target, field, isDocument(value) ? mergeInto(before, value) : value)
    return
  }
  const inner = isDocument(before) ? { ...before } : {}
  mergeAt(inner, rest, value)
  setField(target, field, inner)
}

function mergeInto(before: unknown, patch: Document): Document {
  const merged = isDocument(before) ? { ...before } : {}
  for (const [key, value] of Object.entries(patch)) mergeAt(merged, [key], value)
  return merged
}

function setField(target: Document, field: string, value: unknown): void {
  if (value === null) delete target[field]
  else Object.defineProperty(target, field, { value, enumerable: true, writable: true, configurable: true })
}
