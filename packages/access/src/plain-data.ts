import { isBsonValue, isStoredObject } from '@sluice/predicate'

/** A document has 100 levels at most, and a value is put into a rule that has some of its own. */
const MAX_LEVELS = 75

/**
 * Whether a value can stand in a filter or a document as data and as nothing else: no key that begins with a dollar
 * sign or is read by a driver, no regular expression, no code, at any depth, and no more levels than there is room for.
 */
export function isPlainData(value: unknown, levels = MAX_LEVELS): boolean {
  if (levels < 0) return false
  if (Array.isArray(value)) return value.every(element => isPlainData(element, levels - 1))
  if (isStoredObject(value)) {
    return Object.entries(value).every(([key, inner]) => !isActiveKey(key) && isPlainData(inner, levels - 1))
  }
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol'
  if (isBsonValue(value)) return !ACTIVE_TYPES.has(value._bsontype)
  return PASSIVE_CLASSES.has(Object.prototype.toString.call(value))
}

/** `_bsontype` would make drivers take the object for an instance of a class. */
function isActiveKey(key: string): boolean {
  return key.startsWith('$') || key === '_bsontype' || key === '__proto__'
}

const ACTIVE_TYPES = new Set<unknown>(['BSONRegExp', 'Code', 'DBRef'])
const PASSIVE_CLASSES = new Set(['[object Date]', '[object Uint8Array]'])
