import { doubleAt, int32At } from '@sluice/store'
import { addByteKey, type ByteKey, type ByteKeys, byteKeyOf, findByteKey, openByteKeys } from './byte-keys.ts'
import { notFlat } from './not-flat.ts'
import { readSafeLong, readValue } from './read-value.ts'
import { BSON, type StoredValue, textEnd } from './walk-document.ts'

/**
 * The values that a join is about. A value's number is its place in `values`; two values have one number exactly when
 * MongoDB's equality holds between them.
 */
export type JoinValues = {
  values: unknown[]
  /** Texts and ObjectIds. */
  byBytes: ByteKeys
  plain: Map<number | boolean, number>
}

/** In the place of a number: there is no such value. */
export const NO_VALUE = -1

export const openJoinValues = (): JoinValues => ({ values: [], byBytes: openByteKeys(), plain: new Map() })

/** The number of a stored value, which gets one if it is new. @throws NotFlatError for a value of a rare type */
export function noteJoinValue(known: JoinValues, bytes: Buffer, stored: StoredValue): number {
  const key = keyOf(bytes, stored)
  const number = numberOf(known, key)
  return number === NO_VALUE ? addValue(known, key, readValue(bytes, stored)) : number
}

/** @returns NO_VALUE for one that was not noted @throws NotFlatError for a value of a rare type */
export const findJoinValue = (known: JoinValues, bytes: Buffer, stored: StoredValue): number =>
  numberOf(known, keyOf(bytes, stored))

type JoinValueKey = ByteKey | number | boolean

function numberOf({ byBytes, plain }: JoinValues, key: JoinValueKey): number {
  if (typeof key === 'object') return findByteKey(byBytes, key)?.number ?? NO_VALUE
  return plain.get(key) ?? NO_VALUE
}

function addValue({ values, byBytes, plain }: JoinValues, key: JoinValueKey, value: unknown): number {
  const number = values.length
  values.push(value)
  if (typeof key !== 'object') plain.set(key, number)
  else {
    key.number = number
    addByteKey(byBytes, key)
  }
  return number
}

function keyOf(bytes: Buffer, { type, at }: StoredValue): JoinValueKey {
  switch (type) {
    case BSON.text:
      return byteKeyOf(type, bytes, { start: at + 4, end: textEnd(bytes, at) })
    case BSON.objectId:
      return byteKeyOf(type, bytes, { start: at, end: at + 12 })
    case BSON.int:
      return int32At(bytes, at)
    case BSON.double:
      return finite(doubleAt(bytes, at))
    case BSON.long:
      return finite(readSafeLong(bytes, at))
    case BSON.boolean:
      return bytes[at] === 1
    default:
      return notFlat('A join is about a value of a rare type.')
  }
}

const finite = (value: number | undefined): number =>
  value !== undefined && Number.isFinite(value) ? value : notFlat('A join is about a number of a rare kind.')
