import { int32At } from './bson-numbers.ts'

/** What the store gave is no BSON. */
export class MalformedBsonError extends Error {
  override name = 'MalformedBsonError'
}

type BsonElement = { type: number; at: number }

/** Bytes of the types that have always the same number. */
const FIXED: Readonly<Partial<Record<number, number>>> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
}
/** Bytes around what the length field at the beginning counts. */
const WITH_LENGTH: Readonly<Partial<Record<number, number>>> = {
  2: 4,
  3: 0,
  4: 0,
  5: 5,
  12: 16,
  13: 4,
  14: 4,
  15: 0,
}
const REGEX = 0x0b

/** Finds where a value of this type ends (exclusive). @throws MalformedBsonError when that is outside of the bytes */
export function bsonValueEnd(bytes: Buffer, { type, at }: BsonElement): number {
  const end = at + sizeOf(bytes, { type, at })
  if (end <= bytes.length) return end
  throw new MalformedBsonError('A value is longer than the document that it is in.')
}

function sizeOf(bytes: Buffer, { type, at }: BsonElement): number {
  const fixed = FIXED[type]
  if (fixed !== undefined) return fixed
  if (type === REGEX) return afterNul(bytes, afterNul(bytes, at)) - at
  const around = WITH_LENGTH[type]
  if (around === undefined) throw new MalformedBsonError(`There is no type ${type}.`)
  if (at + 4 > bytes.length) throw new MalformedBsonError('A length is missing.')
  const length = int32At(bytes, at)
  // A text has its NUL at least, a document its length and its NUL.
  const least = around === 0 ? 5 : type === 0x05 ? 0 : 1
  if (length < least) throw new MalformedBsonError('A length is too small.')
  return length + around
}

function afterNul(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(0, from)
  if (at === -1) throw new MalformedBsonError('A text does not end.')
  return at + 1
}
