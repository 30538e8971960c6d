import type { Document } from '@sluice/store'
import type { BSONRegExp, DBRef, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'

/** The classes of `bson` by their tag. Read from the prototype: a stored field named `_bsontype` is data. */
type BsonByTag = {
  ObjectId: ObjectId
  Long: Long
  Decimal128: Decimal128
  Int32: Int32
  Double: Double
  Timestamp: Timestamp
  BSONRegExp: BSONRegExp
  MinKey: MinKey
  MaxKey: MaxKey
  DBRef: DBRef
}

const tagOf = (value: object): unknown =>
  '_bsontype' in value && !Object.hasOwn(value, '_bsontype') ? value._bsontype : undefined

export function isTagged<T extends keyof BsonByTag>(value: unknown, tag: T): value is BsonByTag[T] {
  return typeof value === 'object' && value !== null && tagOf(value) === tag
}

export const isDate = (value: unknown): value is Date => Object.prototype.toString.call(value) === '[object Date]'

export const isRegex = (value: unknown): boolean =>
  isTagged(value, 'BSONRegExp') || Object.prototype.toString.call(value) === '[object RegExp]'

/** An own field; what is inherited (`constructor`, `__proto__`) is no part of a document. */
export const ownField = (document: Document, field: string): unknown =>
  Object.hasOwn(document, field) ? document[field] : undefined
