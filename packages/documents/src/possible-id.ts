import { isBsonValue, isDocument } from './json/bson-value.ts'

/** @returns why nothing can be stored under this `_id`, as a sentence, or undefined */
export function findIdFault(id: unknown): string | undefined {
  if (Array.isArray(id)) return 'A list can not be an _id.'
  if (id instanceof RegExp || isOfType(id, 'BSONRegExp')) return 'A regular expression can not be an _id.'
  if (isOfType(id, 'DBRef') || (isDocument(id) && Object.keys(id).some(name => name.startsWith('$')))) {
    return 'An object that is an _id can not have a field that begins with $.'
  }
  if (hasSymbol(id)) return 'A symbol can not be an _id: it would be the same as a text.'
  return isWellFormed(id)
    ? undefined
    : 'An _id has to be valid Unicode: half a surrogate pair would be stored as another one.'
}

const isOfType = (value: unknown, type: string): boolean =>
  typeof value === 'object' && value !== null && isBsonValue(value) && value._bsontype === type

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isWellFormed(inner))
}

function hasSymbol(value: unknown): boolean {
  if (isOfType(value, 'BSONSymbol')) return true
  return Array.isArray(value) || isDocument(value) ? Object.values(value).some(hasSymbol) : false
}
