import { ObjectId } from 'bson'
import type { Document } from './port.ts'

/** The length and the end of a document, a list or a text. */
const FRAME_BYTES = 5
/** The type of a field and the end of its name. */
const FIELD_BYTES = 2
const MAX_INT32 = 2_147_483_647
const MIN_INT32 = -2_147_483_648

/** A document, and the bytes that it takes as BSON. */
export type PlainCopy = { document: Document; size: number }

/** A document that has one of them may be something else by then; of `$ref` the decoder makes an object of a class. */
const SPECIAL_NAMES: ReadonlySet<string> = new Set(['__proto__', '_bsontype', 'toBSON', '$ref'])

class NotPlainError extends Error {
  override name = 'NotPlainError'
}
const NOT_PLAIN = new NotPlainError()

/**
 * Copies a document that BSON gives back as it is: objects and lists without a class, texts, numbers, truth values, null,
 * dates and ObjectIds. What is undefined becomes null, as when it is encoded. It costs a quarter of encoding and decoding.
 * @param levels that it may have
 * @returns undefined for a document with anything else in it, and for one that is deeper
 */
export function plainCopy(document: Document, levels: number): PlainCopy | undefined {
  const walk: PlainWalk = { bytes: 0 }
  try {
    return { document: copyObject(document, levels, walk), size: walk.bytes }
  } catch (error) {
    if (error === NOT_PLAIN) return undefined
    throw error
  }
}

/** `bytes`: of what was copied so far. */
type PlainWalk = { bytes: number }

function copyValue(value: unknown, levels: number, walk: PlainWalk): unknown {
  switch (typeof value) {
    case 'string':
      walk.bytes += FRAME_BYTES + bytesOf(value)
      return value
    case 'number':
      walk.bytes += isInt32(value) ? 4 : 8
      return value
    case 'boolean':
      walk.bytes += 1
      return value
    case 'undefined':
      return null
    case 'object':
      return value === null ? null : copyHeld(value, levels, walk)
    default:
      throw NOT_PLAIN
  }
}

function copyHeld(value: object, levels: number, walk: PlainWalk): unknown {
  if (Array.isArray(value)) return copyList(value, levels, walk)
  switch (Object.getPrototypeOf(value)) {
    case Object.prototype:
    case null:
      return copyObject(value, levels, walk)
    case ObjectId.prototype:
      walk.bytes += 12
      return value
    case Date.prototype:
      return copyDate(value, walk)
    default:
      throw NOT_PLAIN
  }
}

function copyObject(given: object, levels: number, walk: PlainWalk): Document {
  const prototype = Object.getPrototypeOf(given)
  if (levels === 0 || (prototype !== Object.prototype && prototype !== null)) throw NOT_PLAIN
  const copy: Document = {}
  walk.bytes += FRAME_BYTES
  for (const [key, value] of Object.entries(given)) {
    if (SPECIAL_NAMES.has(key) || key.includes('\0')) throw NOT_PLAIN
    walk.bytes += FIELD_BYTES + bytesOf(key)
    copy[key] = copyValue(value, levels - 1, walk)
  }
  return copy
}

function copyList(given: readonly unknown[], levels: number, walk: PlainWalk): unknown[] {
  if (levels === 0 || Object.getPrototypeOf(given) !== Array.prototype || 'toBSON' in given) throw NOT_PLAIN
  walk.bytes += FRAME_BYTES
  return Array.from(given, (value, index) => {
    walk.bytes += FIELD_BYTES + digitsOf(index)
    return copyValue(value, levels - 1, walk)
  })
}

function copyDate(value: object, walk: PlainWalk): Date {
  const time = value instanceof Date && !('toBSON' in value) ? value.getTime() : Number.NaN
  if (Number.isNaN(time)) throw NOT_PLAIN
  walk.bytes += 8
  return new Date(time)
}

function bytesOf(text: string): number {
  if (!text.isWellFormed()) throw NOT_PLAIN
  return Buffer.byteLength(text)
}

const isInt32 = (value: number): boolean =>
  Number.isInteger(value) && value >= MIN_INT32 && value <= MAX_INT32 && !Object.is(value, -0)

const digitsOf = (index: number): number => (index < 10 ? 1 : String(index).length)
