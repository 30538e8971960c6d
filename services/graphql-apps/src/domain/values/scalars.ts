import { formatDocument, isDocument } from '@sluice/documents'
import { GraphQLError, type GraphQLLeafType, type GraphQLSchema, isScalarType, type ValueNode } from 'graphql'
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

type ScalarCodec = {
  description: string
  read: (value: unknown) => unknown
  /** Gives the value as JSON has it; undefined for a stored value that the scalar does not stand for. */
  write: (value: unknown) => unknown
}

/** For scalars that stand for one type: written in the standard form when it is that type. */
const writeIf =
  (holds: (value: unknown) => boolean) =>
  (value: unknown): unknown =>
    holds(value) ? JSON.parse(formatDocument(value)) : undefined

const writeObjectId = (value: unknown): unknown =>
  isTagged(value, 'ObjectId') ? { $oid: value.toHexString() } : undefined

/** A stored instant may lie beyond those that JavaScript can name. */
const writeDateTime = (value: unknown): unknown =>
  isDate(value) && !Number.isNaN(value.getTime()) ? { $date: value.getTime() } : undefined

/** A whole number without loss: plain within 2^53, else in Extended JSON. */
function writeLong(value: unknown): unknown {
  const whole = wholeNumber(value)
  if (whole === undefined) return undefined
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
  return number === undefined ? undefined : { $numberDecimal: String(number) }
}

/** The scalars that every app has without declaring them; written in the standard JSON form of documents. */
const SCALARS: Readonly<Record<string, ScalarCodec>> = {
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
    write: writeIf(value => isTagged(value, 'Timestamp')),
  },
  Regex: {
    description: 'A stored regular expression: {"$regularExpression": {"pattern": …, "options": …}}.',
    read: readRegex,
    write: writeIf(isRegex),
  },
  BsonDocument: {
    description: 'A document of any form, as Extended JSON.',
    read: readBsonDocument,
    write: writeIf(isDocument),
  },
}

const BUILT_IN = new Set(['ID', 'String', 'Int', 'Float', 'Boolean'])

export const scalarNames: readonly string[] = Object.keys(SCALARS)
export const isKnownScalar = (name: string): boolean => Object.hasOwn(SCALARS, name) || BUILT_IN.has(name)

/** What writes values of one of our scalars, as JSON values or undefined for one that it does not stand for. */
export const scalarWriter = (name: string): ScalarCodec['write'] | undefined =>
  Object.hasOwn(SCALARS, name) ? SCALARS[name]?.write : undefined

const unserializable = (name: string): never => {
  throw new GraphQLError(`${name} can not represent this stored value.`)
}

/**
 * What writes values of a built-in scalar by graphql-js's rules; undefined for a stored value that it does not stand for.
 * Those rules would call any date true, and a number whatever object can be read as one.
 */
export function builtInWriter(type: GraphQLLeafType): ScalarCodec['write'] {
  const refuses = OBJECTS_REFUSED[type.name]
  return value => {
    const plain = plainValue(value)
    if (refuses?.(plain)) return undefined
    try {
      return type.serialize(plain)
    } catch (error) {
      if (error instanceof GraphQLError) return undefined
      throw error
    }
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const OBJECTS_REFUSED: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: isObject,
  Float: value => isObject(value) && !isDate(value),
  Boolean: isObject,
}

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
    const serialize: typeof type.serialize = value => write(value) ?? unserializable(name)
    const parseLiteral: typeof type.parseLiteral = node => readLiteral(node, read)
    Object.assign(type, { serialize, parseValue: read, parseLiteral })
  }
  return schema
}

/** An error names the literal, as those of graphql-js's own scalars do: without it the answer has no place. */
function readLiteral(node: ValueNode, read: ScalarCodec['read']): unknown {
  try {
    return read(literalValue(node))
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw new GraphQLError(error.message, { nodes: error.nodes ?? node, originalError: error })
  }
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
