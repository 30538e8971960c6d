import { equalValues, parseDecimal } from '@sluice/store'
import { BSONSymbol, Code, DBRef, Decimal128, Double, Int32, Long } from 'bson'
import { isDocument, isLong } from './bson-value.ts'

const INT32_LIMIT = 2n ** 31n
const INT64_LIMIT = 2n ** 63n
const MAX_WHOLE_EXPONENT = 18

/**
 * The one value for all that the stores take for the same: numbers of every type become a 32-bit integer, else a 64-bit
 * one, else a double, else a decimal without zeros at its end; a symbol becomes a text. What is inside is treated alike.
 */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return plainNumber(value)
  if (typeof value !== 'object' || value === null) return value ?? null
  if (value instanceof Int32 || value instanceof Double) return plainNumber(value.valueOf())
  if (isLong(value)) return plainNumber(value.toBigInt())
  if (value instanceof Decimal128) return plainDecimal(value)
  return plainObject(value)
}

function plainObject(value: object): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  if (value instanceof BSONSymbol) return value.valueOf()
  if (value instanceof Code) return value.scope ? new Code(value.code, plainFields(value.scope)) : value
  if (value instanceof DBRef) return plainFields(value.toJSON())
  return isDocument(value) ? plainFields(value) : value
}

const plainFields = (fields: object): { [field: string]: unknown } =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]))

function plainNumber(value: number | bigint): number | Long {
  if (typeof value === 'number' && !Number.isInteger(value)) return value
  const whole = BigInt(value)
  if (whole >= -INT32_LIMIT && whole < INT32_LIMIT) return Number(whole)
  return isInt64(whole) ? Long.fromBigInt(whole) : Number(value)
}

function plainDecimal(value: Decimal128): number | Long | Decimal128 {
  const parsed = parseDecimal(value.toString())
  if (!parsed) return Number(value.toString())
  const { coefficient, exponent } = withoutZeros(parsed)
  if (exponent >= 0 && exponent <= MAX_WHOLE_EXPONENT) {
    const whole = coefficient * 10n ** BigInt(exponent)
    if (isInt64(whole)) return plainNumber(whole)
  }
  const nearest = Number(`${coefficient}e${exponent}`)
  const isDouble = Number.isFinite(nearest) && equalValues(value, nearest)
  return isDouble ? plainNumber(nearest) : Decimal128.fromString(`${coefficient}E${exponent}`)
}

function withoutZeros({ coefficient, exponent }: { coefficient: bigint; exponent: number }) {
  if (coefficient === 0n) return { coefficient, exponent: 0 }
  const digits = coefficient.toString()
  const kept = digits.replace(/0+$/, '')
  return { coefficient: BigInt(kept), exponent: exponent + digits.length - kept.length }
}

const isInt64 = (whole: bigint): boolean => whole >= -INT64_LIMIT && whole < INT64_LIMIT
