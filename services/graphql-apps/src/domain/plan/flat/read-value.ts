import { isUtf8 } from 'node:buffer'
import { bsonValueEnd, decode } from '@sluice/store'
import { ObjectId } from 'bson'
import type { JoinKeyValue } from './flat-writing.ts'
import { notFlat } from './not-flat.ts'
import { BSON, int32At, type StoredValue, textEnd } from './walk-document.ts'

const TWO_32 = 2 ** 32
/** What `Date` can name. */
const MAX_INSTANT = 8.64e15

/** A value as the store's reader would give it. */
export function readValue(bytes: Buffer, { type, at }: StoredValue): unknown {
  switch (type) {
    case BSON.text:
      return readText(bytes, at)
    case BSON.int:
      return bytes.readInt32LE(at)
    case BSON.double:
      return bytes.readDoubleLE(at)
    case BSON.boolean:
      return bytes[at] === 1
    case BSON.objectId:
      return new ObjectId(bytes.subarray(at, at + 12))
    default:
      return readRareValue(bytes, { type, at })
  }
}

function readText(bytes: Buffer, at: number): string {
  const end = textEnd(bytes, at)
  const text = bytes.subarray(at + 4, end)
  return isUtf8(text) ? text.toString('utf8') : notFlat('A text is no UTF-8.')
}

/** The value as the only field of a document. */
function readRareValue(bytes: Buffer, { type, at }: StoredValue): unknown {
  const value = bytes.subarray(at, bsonValueEnd(bytes, { type, at }))
  const document = Buffer.alloc(value.length + 8)
  document.writeInt32LE(document.length)
  document[4] = type
  document[5] = 0x76
  value.copy(document, 7)
  try {
    return decode(document).v
  } catch {
    return notFlat('A value can not be read.')
  }
}

/** @returns undefined beyond what a number holds exactly */
export function readSafeLong(bytes: Buffer, at: number): number | undefined {
  const value = bytes.readInt32LE(at + 4) * TWO_32 + bytes.readUInt32LE(at)
  return Number.isSafeInteger(value) ? value : undefined
}

/** Milliseconds since 1970; undefined beyond what a `Date` can name. */
export function readInstant(bytes: Buffer, at: number): number | undefined {
  const value = readSafeLong(bytes, at)
  return value !== undefined && Math.abs(value) <= MAX_INSTANT ? value : undefined
}

/** The key of a value that a join is about; undefined for one that a flat plan does not take. */
export function joinKeyOf(bytes: Buffer, { type, at }: StoredValue): JoinKeyValue | undefined {
  switch (type) {
    case BSON.text:
      return `s${bytes.toString('latin1', at + 4, textEnd(bytes, at))}`
    case BSON.objectId:
      return `o${bytes.toString('latin1', at, at + 12)}`
    case BSON.int:
      return int32At(bytes, at)
    case BSON.double:
    case BSON.long:
      return numberKey(type === BSON.long ? readSafeLong(bytes, at) : bytes.readDoubleLE(at))
    case BSON.boolean:
      return bytes[at] === 1
    default:
      return undefined
  }
}

const numberKey = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isFinite(value) ? value : undefined
