export type StoredObject = { [key: string]: unknown }

/** An instance of a class of BSON. A field `_bsontype` of its own makes no object one: that is somebody's data. */
export function isBsonValue(value: object): value is { _bsontype: unknown } {
  return '_bsontype' in value && !Object.hasOwn(value, '_bsontype')
}

/** Tells a plain object from arrays, dates, binary data and the classes of BSON; also one of another realm. */
export function isStoredObject(value: unknown): value is StoredObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isBsonValue(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The value at a path of own properties, where a number indexes an array; undefined when there is none. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root
  for (const name of path) {
    const isReachable = Array.isArray(value) ? /^\d+$/.test(name) : isStoredObject(value)
    if (!isReachable) return undefined
    value = Object.getOwnPropertyDescriptor(value, name)?.value
  }
  return value
}
