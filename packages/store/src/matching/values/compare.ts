import { Binary, BSONRegExp, BSONSymbol, Code, Long, ObjectId, Timestamp } from 'bson'
import { compareNumbers, numericOf } from './numbers.ts'
import { bracketOf, fieldsOf, isArray } from './value.ts'

const sign = (difference: number): number => (difference < 0 ? -1 : Number(difference > 0))

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return sign(difference)
  }
  return sign(a.length - b.length)
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** Compares by code point, which is the order of the UTF-8 bytes; `<` on strings is the order of UTF-16 units. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left !== right) {
      if (isSurrogate(left) === isSurrogate(right)) return left < right ? -1 : 1
      return isSurrogate(left) ? 1 : -1
    }
  }
  return sign(a.length - b.length)
}

const textOf = (value: unknown): string => (value instanceof BSONSymbol ? value.value : String(value))

/** Field by field: type, then name, then value; a document that is a beginning of the other is smaller. */
function compareDocuments(a: unknown, b: unknown): number {
  const left = Object.entries(fieldsOf(a))
  const right = Object.entries(fieldsOf(b))
  for (const [index, [name, value]] of left.entries()) {
    const other = right[index]
    if (!other) return 1
    const order =
      sign(bracketOf(value) - bracketOf(other[1])) || compareStrings(name, other[0]) || compareValues(value, other[1])
    if (order !== 0) return order
  }
  return sign(left.length - right.length)
}

function compareArrays(a: unknown, b: unknown): number {
  const left = isArray(a) ? a : []
  const right = isArray(b) ? b : []
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) {
    const order = compareValues(left[at], right[at])
    if (order !== 0) return order
  }
  return sign(left.length - right.length)
}

function compareBinaries(a: unknown, b: unknown): number {
  if (!(a instanceof Binary) || !(b instanceof Binary)) return 0
  return sign(a.position - b.position) || sign(a.sub_type - b.sub_type) || compareBytes(a.value(), b.value())
}

/** Pattern and options of either form of a regular expression. */
export function regexParts(value: unknown): { pattern: string; options: string } {
  if (value instanceof BSONRegExp) return { pattern: value.pattern, options: value.options }
  if (!(value instanceof RegExp)) return { pattern: '', options: '' }
  return { pattern: value.source, options: [...value.flags].filter(flag => 'ims'.includes(flag)).join('') }
}

function compareRegexes(a: unknown, b: unknown): number {
  const left = regexParts(a)
  const right = regexParts(b)
  return compareStrings(left.pattern, right.pattern) || compareStrings(left.options, right.options)
}

const idBytes = (value: unknown): Uint8Array => (value instanceof ObjectId ? value.id : new Uint8Array())
const millis = (value: unknown): number => (value instanceof Date ? value.getTime() : 0)
const codeOf = (value: unknown): string => (value instanceof Code ? value.code : '')
const scopeOf = (value: unknown): unknown => (value instanceof Code ? value.scope : {})

function compareTimestamps(a: unknown, b: unknown): number {
  return a instanceof Timestamp && b instanceof Timestamp ? Long.fromBits(a.low, a.high, true).compare(b) : 0
}

/** How two values of one bracket are ordered. */
const WITHIN: Record<number, (a: unknown, b: unknown) => number> = {
  10: (a, b) => compareNumbers(numericOf(a) ?? 0, numericOf(b) ?? 0),
  15: (a, b) => compareStrings(textOf(a), textOf(b)),
  20: compareDocuments,
  25: compareArrays,
  30: compareBinaries,
  35: (a, b) => compareBytes(idBytes(a), idBytes(b)),
  40: (a, b) => Number(a) - Number(b),
  45: (a, b) => sign(millis(a) - millis(b)),
  47: compareTimestamps,
  50: compareRegexes,
  60: (a, b) => compareStrings(codeOf(a), codeOf(b)),
  65: (a, b) => compareStrings(codeOf(a), codeOf(b)) || compareDocuments(scopeOf(a), scopeOf(b)),
}

/** MongoDB's order over all BSON values. @returns -1, 0 or 1 */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b)
  const left = bracketOf(a)
  const right = bracketOf(b)
  if (left !== right) return left < right ? -1 : 1
  return WITHIN[left]?.(a, b) ?? 0
}

export const equalValues = (a: unknown, b: unknown): boolean => compareValues(a, b) === 0
