import { toWireText } from './wire-values.ts'

/**
 * Judges whether a document has all that a change would give it. Of update operators it can tell this for `$set` alone.
 * @param document as it is on the wire
 */
export function holdsPatch(document: unknown, changes: unknown): boolean {
  const sent: unknown = JSON.parse(toWireText(changes))
  if (!isObject(sent)) return false
  const { $set, ...others } = sent
  if ($set !== undefined && Object.keys(others).length === 0) return holdsFields(document, $set)
  return Object.keys(sent).every(name => !name.startsWith('$')) && holdsFields(document, sent)
}

/**
 * Judges whether a document is what a replacement would make of it: it has no field less and none more, but for those that
 * the store writes.
 * @param document as it is on the wire
 */
export const holdsReplacement = (document: unknown, replacement: unknown): boolean =>
  isSame(ownFields(document), ownFields(JSON.parse(toWireText(replacement))))

const ownFields = (document: unknown) => isObject(document) && { ...document, _id: 0, _etag: 0 }

const holdsFields = (document: unknown, fields: unknown): boolean =>
  isObject(fields) && Object.entries(fields).every(([path, value]) => isSame(valueAt(document, path.split('.')), value))

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  return isObject(value) ? valueAt(value[name], rest) : undefined
}

/** Whatever the order of fields: the store may have another one. */
function isSame(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every(name => name in b && isSame(a[name], b[name]))
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
