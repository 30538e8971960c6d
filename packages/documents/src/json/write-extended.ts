import { Binary, BSONRegExp, Decimal128, Double, EJSON, Int32, type Long, ObjectId } from 'bson'
import { isLong, type Scalar } from './bson-value.ts'

const MAX_ISO_DATE = Date.UTC(10_000, 0)
const INT32_LIMIT = 2 ** 31

export function writeStandard(value: Scalar): string {
  if (value instanceof Date) return `{"$date":${value.getTime()}}`
  if (isLong(value) || typeof value === 'bigint') return writeSafeLong(value.toString())
  return writeRelaxed(value)
}

export function writeRelaxed(value: Scalar): string {
  if (typeof value === 'number') return writePlainNumber(value)
  if (value instanceof Int32 || value instanceof Double) return writePlainNumber(value.valueOf())
  if (isLong(value) || typeof value === 'bigint') return value.toString()
  if (value instanceof Date && value.getTime() >= 0 && value.getTime() < MAX_ISO_DATE) {
    return `{"$date":"${value.toISOString().replace('.000Z', 'Z')}"}`
  }
  return writeCanonical(value)
}

export function writeCanonical(value: Scalar): string {
  if (typeof value === 'number') return writeTypedNumber(value)
  if (value instanceof Int32) return `{"$numberInt":"${value.valueOf()}"}`
  if (value instanceof Double) return writeTypedDouble(value.valueOf())
  if (isLong(value) || typeof value === 'bigint') return `{"$numberLong":"${value}"}`
  if (value instanceof Date) return `{"$date":{"$numberLong":"${value.getTime()}"}}`
  return writeOther(value)
}

function writeOther(value: Exclude<Scalar, number | bigint | Date | Int32 | Double | Long>): string {
  if (value instanceof ObjectId) return `{"$oid":"${value.toHexString()}"}`
  if (value instanceof Decimal128) return `{"$numberDecimal":"${value}"}`
  if (value instanceof Binary) {
    const subType = value.sub_type.toString(16).padStart(2, '0')
    return `{"$binary":{"base64":"${value.toString('base64')}","subType":"${subType}"}}`
  }
  if (value instanceof BSONRegExp) {
    const { pattern, options } = value
    return `{"$regularExpression":${JSON.stringify({ pattern, options })}}`
  }
  // Timestamps, code, symbols, the ends of the order: the same in every mode.
  return EJSON.stringify(value, { relaxed: false })
}

function writeSafeLong(digits: string): string {
  return Number.isSafeInteger(Number(digits)) ? digits : `{"$numberLong":"${digits}"}`
}

export function writePlainNumber(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  if (!Number.isFinite(value)) return writeTypedDouble(value)
  // With an exponent a reader can't take it for a 64-bit integer.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value)
}

function writeTypedNumber(value: number): string {
  const isInt = Number.isInteger(value) && value >= -INT32_LIMIT && value < INT32_LIMIT && !Object.is(value, -0)
  return isInt ? `{"$numberInt":"${value}"}` : writeTypedDouble(value)
}

function writeTypedDouble(value: number): string {
  const digits = Object.is(value, -0) ? '-0' : String(value)
  return `{"$numberDouble":"${/^-?\d+$/.test(digits) ? `${digits}.0` : digits}"}`
}
