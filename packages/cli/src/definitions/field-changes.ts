import { isObject, type ReadObject } from '../json-values.ts'
import { isSameForm } from './normal-form.ts'
import { joinPath } from './references.ts'

/** One field that is another on both sides; undefined is a field that is not there. */
export type FieldChange = { path: string; before: unknown; after: unknown }

/** Finds what differs, down to the fields. Where only the order of fields differs, the object is told as a whole. */
export function fieldChanges(before: ReadObject, after: ReadObject, path = ''): FieldChange[] {
  if (isSameForm(before, after)) return []
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const inside = names.flatMap(name => changesOf(joinPath(path, name), before[name], after[name]))
  return inside.length > 0 ? inside : [{ path: path === '' ? 'order of fields' : `${path} (order)`, before, after }]
}

function changesOf(path: string, before: unknown, after: unknown): FieldChange[] {
  if (isSameForm(before, after)) return []
  return isObject(before) && isObject(after) ? fieldChanges(before, after, path) : [{ path, before, after }]
}
