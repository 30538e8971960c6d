/** An ObjectId as it is on the wire. */
export type WireObjectId = { $oid: string }
/** A date as it is on the wire: epoch milliseconds. */
export type WireInstant = { $date: number }
/** An `_id` may be one of these. Other types are Extended JSON. */
export type WireId = string | number | bigint | Date | WireObjectId | WireInstant | Readonly<Record<string, unknown>>

/** A document as it is stored. `_id` is an ObjectId where the type says nothing else. */
export type StoredDocument<T> = T & { _id: IdOf<T>; _etag?: WireObjectId }

type IdOf<T> = T extends { _id: infer Id } ? Id : WireObjectId

/** The fields of a document besides its `_id`; named ones also where the type has any others. */
export type DocumentBody<T> = { [Name in keyof T as Name extends '_id' ? never : Name]: T[Name] }

/** A document before it is stored: without an `_id` it gets a fresh ObjectId, where its type lets it have one. */
export type NewDocument<T> = T extends { _id: infer Id }
  ? WireObjectId extends Id
    ? DocumentBody<T> & { _id?: Id }
    : T
  : T & { _id?: WireId }

/** A field of a field, which is not checked. */
type InnerField = `${string}.${string}`
type Field<T> = (keyof T & string) | '_id' | '_etag'

type Comparison<Value> =
  | Value
  | null
  | {
      $eq?: Value | null
      $ne?: Value | null
      $gt?: Value
      $gte?: Value
      $lt?: Value
      $lte?: Value
      $in?: readonly (Value | null)[]
      $nin?: readonly (Value | null)[]
      $exists?: boolean
      $regex?: string
      $options?: string
      $not?: Comparison<Value>
      $type?: string | number | readonly (string | number)[]
      $size?: number
      $all?: readonly unknown[]
      $elemMatch?: Readonly<Record<string, unknown>>
      $mod?: readonly [number, number]
      $bitsAllSet?: BitMask
      $bitsAnySet?: BitMask
      $bitsAllClear?: BitMask
      $bitsAnyClear?: BitMask
    }

/** Bits of a number: a mask, or the positions of the bits. */
type BitMask = number | readonly number[]

/** A list is found by itself or by one of its elements. */
type ComparisonOf<Value> = Value extends readonly (infer Element)[] ? Comparison<Value | Element> : Comparison<Value>

/** The store's query language over the fields of a type: a field that the type lacks does not compile. */
export type DocumentFilter<T> = {
  readonly [Name in keyof T as Name extends string ? Name : never]?: ComparisonOf<T[Name]>
} & { readonly [Name in InnerField]?: unknown } & {
  readonly $and?: readonly DocumentFilter<T>[]
  readonly $or?: readonly DocumentFilter<T>[]
  readonly $nor?: readonly DocumentFilter<T>[]
  readonly _etag?: Comparison<WireObjectId>
} & ('_id' extends keyof T ? unknown : { readonly _id?: Comparison<WireId> })

/** A field, descending where `-` stands before it; or several fields with 1 and -1. */
export type DocumentSort<T> =
  | `${'' | '-'}${Field<T> | InnerField}`
  | { readonly [Name in Field<T> | InnerField]?: 1 | -1 }

/** Fields with 1 (only these) or 0 (all but these). */
export type DocumentKeys<T> = { readonly [Name in Field<T> | InnerField]?: 0 | 1 }

type UpdateOperator =
  | '$set'
  | '$setOnInsert'
  | '$unset'
  | '$inc'
  | '$mul'
  | '$min'
  | '$max'
  | '$push'
  | '$addToSet'
  | '$pull'
  | '$pop'
  | '$rename'
  | '$currentDate'

/** Fields and dotted fields with new values, or update operators. */
export type DocumentPatch<T> =
  | ({ readonly [Name in keyof T as Name extends string ? Name : never]?: T[Name] | null } & {
      readonly [Name in InnerField]?: unknown
    })
  | { readonly [Name in UpdateOperator]?: Readonly<Record<string, unknown>> }
