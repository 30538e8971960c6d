import { Decimal128, Double, Int32, Long, ObjectId } from 'bson'
import { InvalidQueryError } from '../../errors.ts'
import { numericOf } from '../values/numbers.ts'
import { typeOf } from '../values/value.ts'
import { byName, type ExpressionOperator, isNothing, type OperatorTable, onValues, unlessNothing } from './operator.ts'
import { spell } from './spell.ts'
import { isTrue } from './truth.ts'

type Conversion = (value: unknown) => unknown

const noSuch = (value: unknown, to: string): InvalidQueryError =>
  new InvalidQueryError(`A value of type ${typeOf(value)} can't be made ${to}.`)
const unreadable = (to: string): InvalidQueryError => new InvalidQueryError(`A string does not say ${to}.`)

const isNumber = (value: unknown): boolean => numericOf(value) !== undefined

function toText(value: unknown): string {
  if (typeof value === 'boolean') return String(value)
  return value instanceof ObjectId ? value.toHexString() : spell(value)
}

/** Without what is behind the point. */
function wholeOfNumber(value: unknown, to: string): bigint {
  const text = String(numericOf(value))
  const number = Number(text)
  if (!Number.isFinite(number)) throw new InvalidQueryError(`NaN and the infinities can't be made ${to}.`)
  return /^-?\d+$/.test(text) ? BigInt(text) : BigInt(Math.trunc(number))
}

function wholeIn(value: unknown, to: string): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw unreadable(to)
    return BigInt(value.replace('+', ''))
  }
  if (!isNumber(value)) throw noSuch(value, to)
  return wholeOfNumber(value, to)
}

function toInt(value: unknown): Int32 {
  const whole = wholeIn(value, 'an int')
  if (BigInt.asIntN(32, whole) !== whole) throw new InvalidQueryError('The number is too large for an int.')
  return new Int32(Number(whole))
}

function toLong(value: unknown): Long {
  const whole = value instanceof Date ? BigInt(value.getTime()) : wholeIn(value, 'a long')
  if (BigInt.asIntN(64, whole) !== whole) throw new InvalidQueryError('The number is too large for a long.')
  return Long.fromBigInt(whole)
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

function toDouble(value: unknown): Double {
  if (typeof value === 'boolean') return new Double(Number(value))
  if (value instanceof Date) return new Double(value.getTime())
  if (typeof value === 'string') {
    if (!NUMBER.test(value)) throw unreadable('a double')
    return new Double(Number(value))
  }
  if (!isNumber(value)) throw noSuch(value, 'a double')
  return new Double(Number(String(numericOf(value))))
}

function toDecimal(value: unknown): Decimal128 {
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0')
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()))
  if (typeof value === 'string') {
    if (!NUMBER.test(value)) throw unreadable('a decimal')
    return Decimal128.fromString(value)
  }
  if (!isNumber(value)) throw noSuch(value, 'a decimal')
  const numeric = numericOf(value)
  // A double has 15 digits that count.
  const isReal = typeOf(value) === 'double' && typeof numeric === 'number' && Number.isFinite(numeric)
  return Decimal128.fromString(isReal ? Number(numeric).toPrecision(15) : String(numeric))
}

const toFlag: Conversion = value => (isNumber(value) || typeof value === 'boolean' ? isTrue(value) : true)

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?\s*(?:Z|[+-]\d\d:?\d\d)?$/

function toDate(value: unknown): Date {
  if (value instanceof Date) return value
  if (value instanceof ObjectId) return value.getTimestamp()
  if (typeof value === 'string') return readDate(value)
  const type = typeOf(value)
  if (type !== 'long' && type !== 'double' && type !== 'decimal') throw noSuch(value, 'a date')
  return new Date(Number(wholeOfNumber(value, 'a date')))
}

/** Without an offset a text is UTC. */
function readDate(text: string): Date {
  if (!DATE.test(text)) throw unreadable('a date')
  const isUtc = !/(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10))
  const date = new Date(`${text.replace(' ', 'T')}${isUtc && text.length > 10 ? 'Z' : ''}`)
  if (Number.isNaN(date.getTime())) throw unreadable('a date')
  return date
}

function toObjectId(value: unknown): ObjectId {
  if (value instanceof ObjectId) return value
  if (typeof value !== 'string') throw noSuch(value, 'an ObjectId')
  if (!/^[0-9a-f]{24}$/i.test(value)) throw unreadable('an ObjectId')
  return new ObjectId(value)
}

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  string: toText,
  int: toInt,
  long: toLong,
  double: toDouble,
  decimal: toDecimal,
  bool: toFlag,
  date: toDate,
  objectId: toObjectId,
}
const CODES: Readonly<Record<string, string>> = {
  1: 'double',
  2: 'string',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  16: 'int',
  18: 'long',
  19: 'decimal',
}

const converter = (convert: Conversion): ExpressionOperator => unlessNothing(1, 1, ([value]) => convert(value))

function conversionTo(to: unknown): Conversion {
  const name = typeof to === 'string' ? to : (CODES[String(numericOf(to))] ?? '')
  const conversion = Object.hasOwn(CONVERSIONS, name) ? CONVERSIONS[name] : undefined
  if (conversion) return conversion
  throw new InvalidQueryError(`$convert knows the types ${Object.keys(CONVERSIONS).join(', ')}.`)
}

/** What `onError` says takes the place of a value that can't be converted, and `onNull` that of null. */
const convert = byName('$convert', { needed: ['input', 'to'], optional: ['onError', 'onNull'] }, values => {
  const [value, to, onError, onNull = null] = values
  if (isNothing(value)) return onNull
  if (isNothing(to)) return null
  const conversion = conversionTo(to)
  try {
    return conversion(value)
  } catch (error) {
    if (onError !== undefined && error instanceof InvalidQueryError) return onError
    throw error
  }
})

/** Operators that tell or change the type of a value. */
export const CONVERSION_OPERATORS: OperatorTable = {
  $type: onValues(1, 1, ([value]) => (value === undefined ? 'missing' : typeOf(value))),
  $toString: converter(toText),
  $toInt: converter(toInt),
  $toLong: converter(toLong),
  $toDouble: converter(toDouble),
  $toDecimal: converter(toDecimal),
  $toBool: converter(toFlag),
  $toDate: converter(toDate),
  $toObjectId: converter(toObjectId),
  $convert: convert,
}
