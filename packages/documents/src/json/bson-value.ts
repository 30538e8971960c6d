import {
  type Binary,
  type BSONRegExp,
  type BSONSymbol,
  type Code,
  type DBRef,
  type Decimal128,
  type Double,
  type Int32,
  Long,
  type MaxKey,
  type MinKey,
  type ObjectId,
  Timestamp,
} from 'bson'

/** What BSON has and JSON lacks, as the `bson` package gives it; dates are JavaScript's own. */
export type BsonValue =
  | Binary
  | BSONRegExp
  | BSONSymbol
  | Code
  | DBRef
  | Decimal128
  | Double
  | Int32
  | Long
  | MaxKey
  | MinKey
  | ObjectId
  | Timestamp

/** What JSON text is written for at once: neither text, list nor document. */
export type Scalar = number | bigint | Date | RegExp | Exclude<BsonValue, DBRef>

/** A field that is called `_bsontype` makes no document a BSON value: the classes inherit it. */
export const isBsonValue = (value: object): value is BsonValue =>
  '_bsontype' in value && !Object.hasOwn(value, '_bsontype')

/** Whether a value is a document: no array, and none of the scalar classes. */
export function isDocument(value: unknown): value is { [field: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !(isBsonValue(value) || value instanceof Date || value instanceof RegExp || ArrayBuffer.isView(value))
}

/** A timestamp is a Long by its class, and by nothing else. */
export const isLong = (value: unknown): value is Long => value instanceof Long && !(value instanceof Timestamp)
