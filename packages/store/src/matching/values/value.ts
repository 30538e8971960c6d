import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson'
import type { Document } from '../../port.ts'

/** The names that `$type` knows. */
export type TypeName =
  | 'minKey'
  | 'undefined'
  | 'null'
  | 'int'
  | 'long'
  | 'double'
  | 'decimal'
  | 'string'
  | 'symbol'
  | 'object'
  | 'array'
  | 'binData'
  | 'objectId'
  | 'bool'
  | 'date'
  | 'timestamp'
  | 'regex'
  | 'javascript'
  | 'javascriptWithScope'
  | 'maxKey'

/** Values of different brackets are ordered by bracket alone, as MongoDB orders types. */
const BRACKETS: Record<TypeName, number> = {
  minKey: 1,
  undefined: 2,
  null: 5,
  int: 10,
  long: 10,
  double: 10,
  decimal: 10,
  string: 15,
  symbol: 15,
  object: 20,
  array: 25,
  binData: 30,
  objectId: 35,
  bool: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  javascript: 60,
  javascriptWithScope: 65,
  maxKey: 127,
}

const INT_MAX = 2 ** 31 - 1
const INT_MIN = -(2 ** 31)

/** The type a JavaScript number gets when it is stored. */
function typeOfNumber(value: number): TypeName {
  const fits = Number.isInteger(value) && value >= INT_MIN && value <= INT_MAX && !Object.is(value, -0)
  return fits ? 'int' : 'double'
}

const CLASSES = [
  [ObjectId, 'objectId'],
  [Int32, 'int'],
  [Double, 'double'],
  [Timestamp, 'timestamp'],
  [Long, 'long'],
  [Date, 'date'],
  [Decimal128, 'decimal'],
  [Binary, 'binData'],
  [BSONRegExp, 'regex'],
  [RegExp, 'regex'],
  [BSONSymbol, 'symbol'],
  [MinKey, 'minKey'],
  [MaxKey, 'maxKey'],
] as const

function typeOfObject(value: object): TypeName {
  if (Array.isArray(value)) return 'array'
  const prototype = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return 'object'
  for (const [type, name] of CLASSES) if (value instanceof type) return name
  if (value instanceof Code) return value.scope ? 'javascriptWithScope' : 'javascript'
  return 'object'
}

/** The BSON type of a value as `bson` gives it; plain numbers count as what they would be stored as. */
export function typeOf(value: unknown): TypeName {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return typeOfNumber(value)
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'long'
  if (value === null) return 'null'
  return typeof value === 'object' ? typeOfObject(value) : 'undefined'
}

export const bracketOf = (value: unknown): number => BRACKETS[typeOf(value)]

/** Whether the value is a sub-document: neither an array nor one of the scalar classes. */
export const isDocument = (value: unknown): value is Document => typeOf(value) === 'object' && !(value instanceof DBRef)

export const isArray = (value: unknown): value is unknown[] => Array.isArray(value)

/** A sub-document's fields in order; a `DBRef` counts as the document it is stored as. */
export function fieldsOf(value: unknown): Document {
  if (value instanceof DBRef) return { ...value.toJSON() }
  return isDocument(value) ? value : {}
}

/** An own field; what is inherited (`constructor`, `__proto__`) is no part of a document. */
export const fieldOf = (document: Document, field: string): unknown =>
  Object.hasOwn(document, field) ? document[field] : undefined
