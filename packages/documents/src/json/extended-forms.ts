import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson'
import { isDocument } from './bson-value.ts'
import { DocumentFault } from './document-fault.ts'

type Fields = Readonly<Record<string, unknown>>
type ExtendedForm = (fields: Fields, path: string) => unknown

const INT32_LIMIT = 2 ** 31
const INT64_LIMIT = 2n ** 63n
const MAX_DATE_MS = 8.64e15

const ISO_DATE = /^[+-]?\d{4,6}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Extended JSON, versions 1 and 2, by the sorted names of an object's fields. Values inside have been read already. */
const forms: Readonly<Record<string, ExtendedForm>> = {
  $oid: ({ $oid }, path) => {
    if (typeof $oid === 'string' && /^[0-9a-fA-F]{24}$/.test($oid)) return new ObjectId($oid)
    throw new DocumentFault(path, '$oid takes 24 hexadecimal digits.')
  },
  $date: ({ $date }, path) => readDate($date, path),
  $numberInt: ({ $numberInt }, path) => {
    const value = readWholeNumber($numberInt)
    if (value !== undefined && value >= -INT32_LIMIT && value < INT32_LIMIT) return Number(value)
    throw new DocumentFault(path, '$numberInt takes the digits of a 32-bit integer, as a string.')
  },
  $numberLong: ({ $numberLong }, path) => {
    const value = readWholeNumber($numberLong)
    if (value !== undefined && value >= -INT64_LIMIT && value < INT64_LIMIT) return Long.fromBigInt(value)
    throw new DocumentFault(path, '$numberLong takes the digits of a 64-bit integer, as a string.')
  },
  $numberDouble: ({ $numberDouble }, path) => new Double(readDouble($numberDouble, path)),
  $numberDecimal: ({ $numberDecimal }, path) => readDecimal($numberDecimal, path),
  $binary: ({ $binary }, path) => {
    const { base64, subType } = isDocument($binary) ? $binary : {}
    return readBinary({ base64, subType }, path)
  },
  '$binary,$type': ({ $binary, $type }, path) => readBinary({ base64: $binary, subType: $type }, path),
  $uuid: ({ $uuid }, path) => {
    if (typeof $uuid === 'string' && UUID.isValid($uuid)) return new UUID($uuid)
    throw new DocumentFault(path, '$uuid takes a UUID such as "c8edabc3-f738-4ca3-b68d-ab92a91478a3".')
  },
  $timestamp: ({ $timestamp }, path) => {
    const { t, i } = isDocument($timestamp) ? $timestamp : {}
    return new Timestamp({ t: readUint32(t, path), i: readUint32(i, path) })
  },
  '$options,$regex': (fields, path) => readRegex(fields.$regex, fields.$options, path),
  $regularExpression: ({ $regularExpression }, path) => {
    const { pattern, options = '' } = isDocument($regularExpression) ? $regularExpression : {}
    return readRegex(pattern, options, path)
  },
  $symbol: ({ $symbol }, path) => new BSONSymbol(readString($symbol, '$symbol', path)),
  $code: ({ $code }, path) => new Code(readString($code, '$code', path)),
  '$code,$scope': ({ $code, $scope }, path) => {
    if (isDocument($scope)) return new Code(readString($code, '$code', path), $scope)
    throw new DocumentFault(path, '$scope takes an object.')
  },
  $dbPointer: ({ $dbPointer }) => $dbPointer,
  $minKey: () => new MinKey(),
  $maxKey: () => new MaxKey(),
  $undefined: () => null,
}

/** The BSON value that an object stands for, or the object itself. @throws DocumentFault when it has the form of a value and is none */
export function readExtendedForm(fields: { [field: string]: unknown }, path: string): unknown {
  const names = Object.keys(fields)
  if (names.length > 2 || !names[0]?.startsWith('$')) return fields
  const signature = names.toSorted().join(',')
  const form = Object.hasOwn(forms, signature) ? forms[signature] : undefined
  // `{"$regex": …, "$options": …}` whose pattern is no text is a query operator in the making, not a value.
  if (!form || (signature === '$options,$regex' && typeof fields.$regex !== 'string')) return fields
  return form(fields, path)
}

function readDate(value: unknown, path: string): Date {
  const ms = typeof value === 'string' ? readIsoDate(value) : readWholeNumber(value)
  const date = new Date(Number(ms ?? Number.NaN))
  if (Math.abs(date.getTime()) <= MAX_DATE_MS) return date
  throw new DocumentFault(path, '$date takes milliseconds since 1970, or a text such as "2026-01-31T12:00:00Z".')
}

function readIsoDate(text: string): number | undefined {
  const parts = ISO_DATE.exec(text)
  if (!parts) return undefined
  const hasTime = text.includes('T') || text.includes('t')
  return Date.parse(hasTime && !parts[1] ? `${text}Z` : text)
}

function readWholeNumber(value: unknown): bigint | undefined {
  if (value instanceof Long) return value.toBigInt()
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^[+-]?\d{1,20}$/.test(value) ? BigInt(value.replace('+', '')) : undefined
}

function readUint32(value: unknown, path: string): number {
  const number = readWholeNumber(value)
  if (number !== undefined && number >= 0n && number < 2n ** 32n) return Number(number)
  throw new DocumentFault(path, '$timestamp takes {"t": <seconds>, "i": <increment>}, both 32-bit and not negative.')
}

function readDouble(value: unknown, path: string): number {
  if (typeof value === 'number') return value
  if (value instanceof Double) return value.valueOf()
  if (value === 'NaN') return Number.NaN
  const isNumber = typeof value === 'string' && /^[+-]?(?:Infinity|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)$/.test(value)
  if (isNumber) return Number(value)
  throw new DocumentFault(path, '$numberDouble takes a number as a string, "NaN", "Infinity" or "-Infinity".')
}

function readDecimal(value: unknown, path: string): Decimal128 {
  try {
    return Decimal128.fromString(readString(typeof value === 'number' ? String(value) : value, '$numberDecimal', path))
  } catch {
    throw new DocumentFault(path, '$numberDecimal takes a decimal number of at most 34 digits, as a string.')
  }
}

function readBinary({ base64, subType }: { base64?: unknown; subType?: unknown }, path: string): Binary {
  const type =
    typeof subType === 'string' && /^[0-9a-fA-F]{1,2}$/.test(subType) ? Number.parseInt(subType, 16) : undefined
  const isBase64 = typeof base64 === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(base64)
  if (isBase64 && type !== undefined) return Binary.createFromBase64(base64, type)
  throw new DocumentFault(path, '$binary takes {"base64": "<text>", "subType": "<two hexadecimal digits>"}.')
}

function readRegex(pattern: unknown, options: unknown, path: string): BSONRegExp {
  const isPossible = typeof pattern === 'string' && typeof options === 'string'
  if (isPossible && /^[imxlsu]*$/.test(options) && !`${pattern}${options}`.includes('\0')) {
    return new BSONRegExp(pattern, [...new Set(options)].toSorted().join(''))
  }
  throw new DocumentFault(path, 'A regular expression takes a pattern and options out of "imsx", both as strings.')
}

function readString(value: unknown, name: string, path: string): string {
  if (typeof value === 'string') return value
  throw new DocumentFault(path, `${name} takes a string.`)
}
