import { formatDocument, isDocument } from '@sluice/documents'
import { GraphQLError, type GraphQLSchema, isScalarType } from 'graphql'
import { isDate, isRegex, isTagged } from './bson-values.ts'
import {
  literalValue,
  readBsonDocument,
  readDateTime,
  readDecimal128,
  readLong,
  readObjectId,
  readRegex,
  readTimestamp,
} from './scalar-input.ts'

type Scalar = {
  description: string
  read: (value: unknown) => unknown
  /** As JSON values. */
  write: (value: unknown) => unknown
}

const cannot = (name: string, value: unknown): never => {
  throw new GraphQLError(
    `${name} can not represent a stored value of type ${Array.isArray(value) ? 'array' : typeof value}.`,
  )
}

/** For scalars that stand for one type: written in the standard form when it is that type. */
const writeIf =
  (name: string, holds: (value: unknown) => boolean) =>
  (value: unknown): unknown =>
    holds(value) ? JSON.parse(formatDocument(value)) : cannot(name, value)

const writeObjectId = (value: unknown): unknown =>
  isTagged(value, 'ObjectId') ? { $oid: value.toHexString() } : cannot('ObjectId', value)

const writeDateTime = (value: unknown): unknown =>
  isDate(value) ? { $date: value.getTime() } : cannot('DateTime', value)

/** A whole number without loss: plain within 2^53, else in Extended JSON. */
function writeLong(value: unknown): unknown {
  const whole = wholeNumber(value)
  if (whole === undefined) return cannot('Long', value)
  const number = Number(whole)
  return Number.isSafeInteger(number) ? number : { $numberLong: whole.toString() }
}

function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (isTagged(value, 'Long')) return value.toBigInt()
  const number = plainNumber(value)
  return number !== undefined && Number.isInteger(number) ? BigInt(number) : undefined
}

function plainNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return isTagged(value, 'Int32') || isTagged(value, 'Double') ? value.valueOf() : undefined
}

function writeDecimal128(value: unknown): unknown {
  if (isTagged(value, 'Decimal128') || isTagged(value, 'Long')) return { $numberDecimal: value.toString() }
  const number = plainNumber(value)
  return number === undefined ? cannot('Decimal128', value) : { $numberDecimal: String(number) }
}

/** The scalars that every app has without declaring them; written in the standard JSON form of documents. */
const SCALARS: Readonly<Record<string, Scalar>> = {
  ObjectId: {
    description: 'An ObjectId: {"$oid": "<24 hex digits>"}. As an argument the digits alone are enough.',
    read: readObjectId,
    write: writeObjectId,
  },
  DateTime: {
    description: 'An instant: {"$date": <milliseconds since 1970>}. As an argument also ISO 8601 text.',
    read: readDateTime,
    write: writeDateTime,
  },
  Long: {
    description: 'A whole number of 64 bits: a number within 2^53, else {"$numberLong": "<digits>"}.',
    read: readLong,
    write: writeLong,
  },
  Decimal128: {
    description: 'A decimal number of 34 digits: {"$numberDecimal": "<digits>"}.',
    read: readDecimal128,
    write: writeDecimal128,
  },
  Timestamp: {
    description: 'A BSON timestamp: {"$timestamp": {"t": <seconds>, "i": <count>}}.',
    read: readTimestamp,
    write: writeIf('Timestamp', value => isTagged(value, 'Timestamp')),
  },
  Regex: {
    description: 'A stored regular expression: {"$regularExpression": {"pattern": …, "options": …}}.',
    read: readRegex,
    write: writeIf('Regex', isRegex),
  },
  BsonDocument: {
    description: 'A document of any form, as Extended JSON.',
    read: readBsonDocument,
    write: writeIf('BsonDocument', isDocument),
  },
}

const BUILT_IN = new Set(['ID', 'String', 'Int', 'Float', 'Boolean'])

export const scalarNames: readonly string[] = Object.keys(SCALARS)
export const isKnownScalar = (name: string): boolean => Object.hasOwn(SCALARS, name) || BUILT_IN.has(name)

/** Writes a value of one of our scalars as JSON values; undefined for the other scalars. */
export const scalarWriter = (name: string): Scalar['write'] | undefined =>
  Object.hasOwn(SCALARS, name) ? SCALARS[name]?.write : undefined

/** Declared descriptions stay. */
export function describeScalars(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, { description }] of Object.entries(SCALARS)) {
    const type = schema.getType(name)
    if (isScalarType(type)) type.description ??= description
  }
  return schema
}

/** Gives the scalars of a schema their meaning. */
export function bindScalars(schema: GraphQLSchema): GraphQLSchema {
  describeScalars(schema)
  for (const [name, { read, write }] of Object.entries(SCALARS)) {
    const type = schema.getType(name)
    if (!isScalarType(type)) continue
    type.serialize = write
    type.parseValue = read
    type.parseLiteral = node => read(literalValue(node))
  }
  return schema
}

/**
 * What graphql-js's own scalars are given: classes of `bson` as the plain values they stand for, so that its rules apply.
 */
export function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isTagged(value, 'Long')) return plainLong(value.toBigInt())
  if (isTagged(value, 'Decimal128')) return value.toString()
  return plainNumber(value) ?? value
}

function plainLong(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}
