import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { formatPathId } from '../document-id.ts'
import { indexFields, outerPaths, type PathIndex } from '../field-path.ts'
import { isDocument } from '../json/bson-value.ts'
import { setAt } from './set-at.ts'

/** A document with the fields that the permission sets (dotted paths); they win over what was sent. */
export function mergeIntoDocument(document: Document, mergeRequest: Document | undefined): Document {
  return mergeRequest ? withFields(document, Object.entries(mergeRequest)) : document
}

/** One copy of what may be a large document, however many fields are set in it. */
function withFields(document: Document, fields: FixedFields): Document {
  const merged = { ...document }
  for (const [path, value] of fields) setWithin(merged, path.split('.'), value)
  return merged
}

function setWithin(document: Document, [name = '', ...rest]: readonly string[], value: unknown): void {
  const inner = Object.hasOwn(document, name) ? document[name] : undefined
  document[name] = rest.length === 0 ? value : setAt(isDocument(inner) ? inner : {}, rest, value)
}

/**
 * An update (operators only) with the fields that the permission sets. No operator of the request can touch them: what
 * names them or something in them gives way; what would move, remove or rewrite a field around them is refused.
 */
export function mergeIntoUpdate(
  update: Readonly<Record<string, Document>>,
  mergeRequest: Document | undefined,
): { kind: 'update'; update: Record<string, Document> } | Refusal {
  if (!mergeRequest) return { kind: 'update', update: { ...update } }
  const fixed = Object.entries(mergeRequest)
  const index = indexFields(Object.keys(mergeRequest))
  const merged: Record<string, Document> = {}
  for (const [operator, operands] of Object.entries(update)) {
    const kept = Object.entries(operands).filter(([path]) => operator === '$rename' || !index.covers(path))
    const clash = kept.find(([path, operand]) => breaks({ operator, path, operand }, index))
    if (clash) return fixedField(clash[0])
    if (kept.length > 0) merged[operator] = Object.fromEntries(kept)
  }
  return { kind: 'update', update: withSet(merged, fixed) }
}

/**
 * Judges a write of the one document that a request names, under a permission that may set its `_id`. The `_id` of a
 * document never changes, so that a write of another one than the permission sets could not have what is fixed.
 */
export function findOtherFixedId(id: unknown, mergeRequest: Document | undefined): Refusal | undefined {
  const { _id: fixed } = mergeIntoDocument({ _id: id }, mergeRequest)
  if (formatPathId(fixed) === formatPathId(id)) return undefined
  const message = 'Your permission sets the _id of what you write, and it is not that of this document.'
  return refuse('FORBIDDEN', message, [{ path: '_id', message }])
}

type OperatorChange = { operator: string; path: string; operand: unknown }
type FixedFields = readonly (readonly [string, unknown])[]

function breaks({ operator, path, operand }: OperatorChange, fixed: PathIndex): boolean {
  const touched = operator === '$rename' ? [path, String(operand)] : [path]
  // A `$set` of the document around a fixed field takes that field in.
  return touched.some(fixed.touches) && !(operator === '$set' && isDocument(operand))
}

function withSet(update: Record<string, Document>, fixed: FixedFields): Record<string, Document> {
  if (fixed.length === 0) return update
  const $set = { ...update.$set }
  for (const [path, value] of fixed) fixIn($set, path, value)
  return { ...update, $set }
}

/** Inside the value of a field around it, where the request sets one; else as a path of its own. */
function fixIn(set: Document, path: string, value: unknown): void {
  const around = [...outerPaths(path)].find(outer => Object.hasOwn(set, outer))
  if (around === undefined) {
    set[path] = value
    return
  }
  const inner = set[around]
  set[around] = setAt(isDocument(inner) ? inner : {}, path.slice(around.length + 1).split('.'), value)
}

function fixedField(path: string): Refusal {
  const message = `Your permission fixes "${path}", or something in it, so that no operator may change it. Leave it out.`
  return refuse('FORBIDDEN', message, [{ path, message }])
}
