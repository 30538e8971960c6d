import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  EJSON,
  Int32,
  type Long,
  MaxKey,
  ObjectId,
  Timestamp,
} from 'bson'
import { isLong, type Scalar } from './bson-value.ts'

const MAX_ISO_DATE = Date.UTC(10_000, 0)
/** The first instant of the year 0. */
const MIN_ISO_DATE = -62_167_219_200_000
const UUID_SUBTYPE = 4

export function writeShell(value: Scalar): string {
  if (typeof value === 'number') return writeNumber(value)
  if (value instanceof Date) return writeDate(value)
  if (value instanceof ObjectId) return `ObjectId("${value.toHexString()}")`
  if (isLong(value) || typeof value === 'bigint') return `NumberLong("${value}")`
  if (value instanceof Int32 || value instanceof Double) return writeNumber(value.valueOf())
  if (value instanceof Decimal128) return `NumberDecimal("${value}")`
  return writeOther(value)
}

function writeOther(value: Exclude<Scalar, number | bigint | Date | ObjectId | Long | Int32 | Double | Decimal128>) {
  if (value instanceof Binary) return writeBinary(value)
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`
  if (value instanceof BSONRegExp) return `/${value.pattern.replaceAll('/', '\\/')}/${value.options}`
  if (value instanceof RegExp) return String(value)
  if (value instanceof BSONSymbol) return JSON.stringify(value.value)
  if (value instanceof Code) return writeCode(value)
  return value instanceof MaxKey ? 'MaxKey' : 'MinKey'
}

const writeNumber = (value: number) => (Object.is(value, -0) ? '-0.0' : String(value))

function writeDate(value: Date): string {
  const ms = value.getTime()
  return ms >= MIN_ISO_DATE && ms < MAX_ISO_DATE ? `ISODate("${value.toISOString()}")` : `new Date(${ms})`
}

function writeBinary(value: Binary): string {
  if (value.sub_type === UUID_SUBTYPE) return `UUID("${value.toUUID().toHexString()}")`
  return `BinData(${value.sub_type}, "${value.toString('base64')}")`
}

function writeCode({ code, scope }: Code): string {
  return scope
    ? `Code(${JSON.stringify(code)}, ${EJSON.stringify(scope, { relaxed: false })})`
    : `Code(${JSON.stringify(code)})`
}
