import { isDocument, parseDocumentJson } from '@sluice/documents'
import { BSONRegExp, Decimal128, Long, ObjectId, Timestamp } from 'bson'
import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'

const MAX_DEPTH = 20
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype', '_bsontype'])

/** @param node where it stands, when that is not the whole literal */
const refuseInput = (detail: string, node?: ValueNode): never => {
  throw new GraphQLError(detail, { nodes: node ?? null })
}

/** The one field of an Extended JSON wrapper such as `{"$oid": …}`. */
const unwrap = (value: unknown, key: string): unknown =>
  isDocument(value) && Object.keys(value).length === 1 && Object.hasOwn(value, key) ? value[key] : value

export function readObjectId(value: unknown): ObjectId {
  const text = unwrap(value, '$oid')
  if (typeof text === 'string' && /^[0-9a-f]{24}$/i.test(text)) return new ObjectId(text)
  return refuseInput('An ObjectId is 24 hex digits, or {"$oid": "<24 hex digits>"}.')
}

export function readDateTime(value: unknown): Date {
  const given = unwrap(value, '$date')
  const wrapped = unwrap(given, '$numberLong')
  const epoch = wrapped === given ? given : Number(wrapped)
  const date = typeof epoch === 'number' || typeof epoch === 'string' ? new Date(epoch) : undefined
  if (date && !Number.isNaN(date.getTime())) return date
  return refuseInput('A DateTime is an ISO 8601 text, milliseconds since 1970, or {"$date": either of them}.')
}

export function readLong(value: unknown): Long {
  const given = unwrap(value, '$numberLong')
  const isWhole = typeof given === 'number' ? Number.isSafeInteger(given) : /^-?\d{1,19}$/.test(textOf(given))
  const number = isWhole ? BigInt(textOf(given)) : 2n ** 64n
  if (BigInt.asIntN(64, number) === number) return Long.fromBigInt(number)
  return refuseInput(
    'A Long is a whole number of 64 bits. Beyond 2^53 send it as text, or {"$numberLong": "<digits>"}.',
  )
}

export function readDecimal128(value: unknown): Decimal128 {
  const text = textOf(unwrap(value, '$numberDecimal'))
  if (/^-?\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,4})?$/i.test(text)) {
    try {
      return Decimal128.fromString(text)
    } catch {
      return refuseInput(`"${text}" has more digits than the 34 of a Decimal128.`)
    }
  }
  return refuseInput('A Decimal128 is a number, its digits as text, or {"$numberDecimal": "<digits>"}.')
}

export function readTimestamp(value: unknown): Timestamp {
  const given = unwrap(value, '$timestamp')
  if (isDocument(given) && isUint32(given.t) && isUint32(given.i)) return new Timestamp({ t: given.t, i: given.i })
  return refuseInput('A Timestamp is {"t": <seconds>, "i": <count>}, or that inside {"$timestamp": …}.')
}

export function readRegex(value: unknown): BSONRegExp {
  const given = unwrap(value, '$regularExpression')
  const [pattern, options = ''] = isDocument(given) ? [given.pattern, given.options] : [given]
  const isText = typeof pattern === 'string' && typeof options === 'string' && !`${pattern}${options}`.includes('\0')
  if (isText && /^[imsux]*$/.test(options)) return new BSONRegExp(pattern, options)
  return refuseInput(
    'A Regex is its pattern as text, or {"pattern": …, "options": "i"}; the options are i, m, s, u, x.',
  )
}

/** A document as data: Extended JSON becomes types, everything else stays as it is, `$` keys too. */
export function readBsonDocument(value: unknown): unknown {
  if (!isDocument(value)) return refuseInput('A BsonDocument is a JSON object.')
  requirePlainData(value, 1)
  const parsed = parseDocumentJson(JSON.stringify(value))
  return parsed.kind === 'parsed' ? parsed.value : refuseInput(parsed.detail)
}

function requirePlainData(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) refuseInput(`A document may be nested ${MAX_DEPTH} levels deep at most.`)
  if (Array.isArray(value)) for (const element of value) requirePlainData(element, depth + 1)
  if (!isDocument(value)) return
  for (const [name, field] of Object.entries(value)) {
    if (UNSAFE_KEYS.has(name) || name.includes('\0')) refuseInput(`A document can not have a field "${name}".`)
    requirePlainData(field, depth + 1)
  }
}

/** The value of a literal; digits of numbers as text, so that none is lost. */
export function literalValue(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
      return Number.isSafeInteger(Number(node.value)) ? Number(node.value) : node.value
    case Kind.FLOAT:
      return node.value
    case Kind.VARIABLE:
      return refuseInput('A variable can not stand inside this value. Pass the whole value as one variable.', node)
    default:
      requireNoVariables(node)
      return valueFromASTUntyped(node)
  }
}

function requireNoVariables(node: ValueNode): void {
  if (node.kind === Kind.VARIABLE) literalValue(node)
  if (node.kind === Kind.LIST) node.values.forEach(requireNoVariables)
  if (node.kind === Kind.OBJECT) for (const field of node.fields) requireNoVariables(field.value)
}

const textOf = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? `${value}` : '')

const isUint32 = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32
