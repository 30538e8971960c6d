import { Binary, Code, Decimal128, ObjectId, Timestamp } from 'bson'
import { regexParts } from './compare.ts'
import { compareNumbers, exactOf, type Numeric, numericOf } from './numbers.ts'
import { bracketOf, fieldsOf, isArray, typeOf } from './value.ts'

/** Bytes being written, one buffer that grows. */
type KeyWriter = { bytes: Buffer; length: number }

function reserve(writer: KeyWriter, size: number): number {
  const at = writer.length
  if (at + size > writer.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.max(writer.bytes.length * 2, at + size))
    writer.bytes.copy(larger, 0, 0, at)
    writer.bytes = larger
  }
  writer.length = at + size
  return at
}

function putByte(writer: KeyWriter, byte: number): void {
  const at = reserve(writer, 1)
  writer.bytes[at] = byte
}

function putBytes(writer: KeyWriter, bytes: Uint8Array): void {
  const at = reserve(writer, bytes.length)
  writer.bytes.set(bytes, at)
}

/** UTF-8, ended by 00; a 00 inside becomes 00 FF, so that no text is a beginning of another one. */
function putText(writer: KeyWriter, text: string): void {
  const escaped = text.includes('\0') ? text.replaceAll('\0', '\0\u0001') : text
  const at = reserve(writer, Buffer.byteLength(escaped) + 2)
  const size = writer.bytes.write(escaped, at)
  writer.bytes[at + size] = 0
  writer.bytes[at + size + 1] = 0
  writer.length = at + size + 2
}

/** The order of the bytes is the order of the doubles: flip the sign bit, or all bits of a negative number. */
function putDouble(writer: KeyWriter, value: number): void {
  const at = reserve(writer, 8)
  writer.bytes.writeDoubleBE(value === 0 ? 0 : value, at)
  const negative = (writer.bytes[at] ?? 0) >= 0x80
  for (let index = at; index < at + 8; index += 1) {
    const byte = writer.bytes[index] ?? 0
    writer.bytes[index] = negative ? byte ^ 0xff : byte ^ (index === at ? 0x80 : 0)
  }
}

const scratch = new DataView(new ArrayBuffer(8))

/** The next double below. */
function stepDown(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE
  if (value === 0) return -Number.MIN_VALUE
  scratch.setFloat64(0, value)
  scratch.setBigInt64(0, scratch.getBigInt64(0) + (value > 0 ? -1n : 1n))
  return scratch.getFloat64(0)
}

/** What a number has beyond the double below it: its own digits, which order numbers with the same double. */
function putExcess(writer: KeyWriter, value: Numeric): void {
  const exact = exactOf(value)
  if (typeof exact === 'number') return
  const negative = exact.coefficient < 0n
  const digits = exact.coefficient.toString().replace('-', '').replace(/0+$/, '')
  const zeros = exact.coefficient.toString().replace('-', '').length - digits.length
  const magnitude = exact.exponent + zeros + digits.length
  const flip = negative ? 0xff : 0
  const biased = magnitude + 0x8000
  putBytes(writer, Uint8Array.of((biased >> 8) ^ flip, (biased & 0xff) ^ flip))
  putBytes(
    writer,
    Uint8Array.from(digits, digit => (Number(digit) + 1) ^ flip),
  )
  putByte(writer, flip)
}

function putNumber(writer: KeyWriter, value: Numeric): void {
  const nearest = typeof value === 'object' ? Number(value.toString()) : Number(value)
  if (Number.isNaN(nearest)) {
    putBytes(writer, new Uint8Array(9))
    return
  }
  const floor = compareNumbers(nearest, value) > 0 ? stepDown(nearest) : nearest
  putDouble(writer, floor)
  const exact = compareNumbers(floor, value) === 0
  putByte(writer, exact ? 0 : 1)
  if (!exact) putExcess(writer, value)
}

function putDocument(writer: KeyWriter, value: unknown): void {
  for (const [name, field] of Object.entries(fieldsOf(value))) {
    putByte(writer, bracketOf(field))
    putText(writer, name)
    putPayload(writer, field)
  }
  putByte(writer, 0)
}

function putArray(writer: KeyWriter, value: unknown): void {
  for (const element of isArray(value) ? value : []) putValue(writer, element)
  putByte(writer, 0)
}

function putBinary(writer: KeyWriter, value: unknown): void {
  if (!(value instanceof Binary)) return
  const at = reserve(writer, 5)
  writer.bytes.writeUInt32BE(value.position, at)
  writer.bytes[at + 4] = value.sub_type
  putBytes(writer, value.value())
}

function putDate(writer: KeyWriter, value: unknown): void {
  putDouble(writer, value instanceof Date ? value.getTime() : 0)
}

function putTimestamp(writer: KeyWriter, value: unknown): void {
  if (!(value instanceof Timestamp)) return
  const at = reserve(writer, 8)
  writer.bytes.writeUInt32BE(value.high >>> 0, at)
  writer.bytes.writeUInt32BE(value.low >>> 0, at + 4)
}

function putRegex(writer: KeyWriter, value: unknown): void {
  const { pattern, options } = regexParts(value)
  putText(writer, pattern)
  putText(writer, options)
}

function putCode(writer: KeyWriter, value: unknown): void {
  if (!(value instanceof Code)) return
  putText(writer, value.code)
  if (value.scope) putDocument(writer, value.scope)
}

const PAYLOADS: Record<number, (writer: KeyWriter, value: unknown) => void> = {
  10: (writer, value) => putNumber(writer, numericOf(value) ?? 0),
  15: (writer, value) => putText(writer, typeof value === 'string' ? value : String(value)),
  20: putDocument,
  25: putArray,
  30: putBinary,
  35: (writer, value) => putBytes(writer, value instanceof ObjectId ? value.id : new Uint8Array()),
  40: (writer, value) => putByte(writer, value === true ? 1 : 0),
  45: putDate,
  47: putTimestamp,
  50: putRegex,
  60: putCode,
  65: putCode,
}

function putPayload(writer: KeyWriter, value: unknown): void {
  PAYLOADS[bracketOf(value)]?.(writer, value)
}

function putValue(writer: KeyWriter, value: unknown): void {
  putByte(writer, bracketOf(value))
  putPayload(writer, value)
}

/**
 * One key for one or more values: keys compare as bytes as their values do by `compareValues`, and equal values have
 * equal keys whatever their number type. No key is a beginning of another one of as many values.
 */
export function encodeKey(values: readonly unknown[]): Uint8Array {
  const writer: KeyWriter = { bytes: Buffer.allocUnsafe(64), length: 0 }
  for (const value of values) putValue(writer, value)
  return new Uint8Array(writer.bytes.subarray(0, writer.length))
}

/** The smallest key above all keys that begin with `prefix`. Brackets end below FF, so one byte does. */
export function keyAfter(prefix: Uint8Array): Uint8Array {
  const after = new Uint8Array(prefix.length + 1)
  after.set(prefix)
  after[prefix.length] = 0xff
  return after
}

/** The keys that have this prefix and a next value of the same type as `value`. */
export function bracketRange(prefix: Uint8Array, value: unknown): { from: Uint8Array; to: Uint8Array } {
  const from = new Uint8Array([...prefix, bracketOf(value)])
  return { from, to: keyAfter(from) }
}

/** Whether a key look-up finds what an equality or a range on the value means; not so for null, arrays, NaN and the ends. */
export function isIndexable(value: unknown): boolean {
  const type = typeOf(value)
  if (['null', 'undefined', 'array', 'minKey', 'maxKey', 'regex'].includes(type)) return false
  const numeric = numericOf(value)
  return (
    numeric === undefined || (numeric instanceof Decimal128 ? numeric.toString() !== 'NaN' : !Number.isNaN(numeric))
  )
}
