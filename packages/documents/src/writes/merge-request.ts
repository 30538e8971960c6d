import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { isWithin, overlaps } from '../field-path.ts'
import { isDocument } from '../json/bson-value.ts'
import { setAt } from './set-at.ts'

/** A document with the fields that the permission sets (dotted paths); they win over what was sent. */
export function mergeIntoDocument(document: Document, mergeRequest: Document | undefined): Document {
  return Object.entries(mergeRequest ?? {}).reduce(
    (merged, [path, value]) => setAt(merged, path.split('.'), value),
    document,
  )
}

/**
 * An update (operators only) with the fields that the permission sets. No operator of the request can touch them: what
 * names them or something in them gives way; what would move, remove or rewrite a field around them is refused.
 */
export function mergeIntoUpdate(
  update: Readonly<Record<string, Document>>,
  mergeRequest: Document | undefined,
): { kind: 'update'; update: Record<string, Document> } | Refusal {
  const fixed = Object.entries(mergeRequest ?? {})
  const merged: Record<string, Document> = {}
  for (const [operator, operands] of Object.entries(update)) {
    const kept = Object.entries(operands).filter(([path, operand]) => !givesWay({ operator, path, operand }, fixed))
    const clash = kept.find(([path, operand]) => breaks({ operator, path, operand }, fixed))
    if (clash) return fixedField(clash[0])
    if (kept.length > 0) merged[operator] = Object.fromEntries(kept)
  }
  return { kind: 'update', update: withSet(merged, fixed) }
}

type Change = { operator: string; path: string; operand: unknown }
type Fixed = readonly (readonly [string, unknown])[]

const givesWay = ({ operator, path }: Change, fixed: Fixed): boolean =>
  operator !== '$rename' && fixed.some(([outer]) => isWithin(path, outer))

function breaks({ operator, path, operand }: Change, fixed: Fixed): boolean {
  const touched = operator === '$rename' ? [path, String(operand)] : [path]
  const clashes = fixed.filter(([inner]) => touched.some(outer => overlaps(outer, inner)))
  // A `$set` of the document around a fixed field takes that field in.
  return clashes.length > 0 && !(operator === '$set' && isDocument(operand))
}

function withSet(update: Record<string, Document>, fixed: Fixed): Record<string, Document> {
  if (fixed.length === 0) return update
  return { ...update, $set: fixed.reduce(fixInSet, update.$set ?? {}) }
}

/** Inside the value of a field around it, where the request sets one; else as a path of its own. */
function fixInSet(set: Document, [path, value]: readonly [string, unknown]): Document {
  const around = Object.keys(set).find(outer => path.startsWith(`${outer}.`))
  if (around === undefined) return { ...set, [path]: value }
  const inner = set[around]
  const rest = path.slice(around.length + 1).split('.')
  return { ...set, [around]: setAt(isDocument(inner) ? inner : {}, rest, value) }
}

function fixedField(path: string): Refusal {
  const message = `Your permission fixes "${path}", or something in it, so that no operator may change it. Leave it out.`
  return refuse('FORBIDDEN', message, [{ path, message }])
}
