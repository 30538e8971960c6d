import { Decimal128, Double, Int32, Long } from 'bson'
import { compareDecimals, type Decimal, decimalOfDouble, parseDecimal } from './decimal.ts'

/** A stored number by its value: doubles and small integers as `number`, large Longs as `bigint`. */
export type Numeric = number | bigint | Decimal128

/** @returns undefined when the value is no number */
export function numericOf(value: unknown): Numeric | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof Int32 || value instanceof Double) return value.valueOf()
  if (value instanceof Decimal128) return value
  return value instanceof Long && !isUnsigned(value) ? longValue(value) : undefined
}

/** `Timestamp` extends `Long`, unsigned. */
const isUnsigned = (value: Long): boolean => value.unsigned

function longValue(value: Long): number | bigint {
  const number = value.toNumber()
  return Number.isSafeInteger(number) ? number : value.toBigInt()
}

const isNaNValue = (value: Numeric): boolean =>
  value instanceof Decimal128 ? value.toString() === 'NaN' : Number.isNaN(value)

/** Whether it is NaN, double or Decimal128. */
export function isNotANumber(value: unknown): boolean {
  const numeric = numericOf(value)
  return numeric !== undefined && isNaNValue(numeric)
}

/** @returns the exact value; for what is not finite the double that stands for it */
export function exactOf(value: Numeric): Decimal | number {
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 }
  if (typeof value === 'number') return Number.isFinite(value) ? decimalOfDouble(value) : value
  return parseDecimal(value.toString()) ?? Number(value.toString())
}

function compareExact(a: Decimal | number, b: Decimal | number): number {
  if (typeof a === 'object' && typeof b === 'object') return compareDecimals(a, b)
  const left = typeof a === 'number' ? a : 0
  const right = typeof b === 'number' ? b : 0
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Numbers of all types on one line, exactly; NaN is equal to NaN and smaller than all others. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  if (typeof a === 'number' && typeof b === 'number' && a === b) return 0
  const nanLeft = isNaNValue(a)
  const nanRight = isNaNValue(b)
  if (nanLeft || nanRight) return Number(nanRight) - Number(nanLeft)
  if (typeof a !== 'object' && typeof b !== 'object') return a < b ? -1 : Number(a > b)
  return compareExact(exactOf(a), exactOf(b))
}
