import { isUtf8 } from 'node:buffer'
import { bsonValueEnd, decode, doubleAt, int32At, longAt } from '@sluice/store'
import { ObjectId } from 'bson'
import { notFlat } from './not-flat.ts'
import { BSON, type StoredValue, textEnd } from './walk-document.ts'

/** What `Date` can name. */
const MAX_INSTANT = 8.64e15

/** A value as the store's reader would give it. */
export function readValue(bytes: Buffer, { type, at }: StoredValue): unknown {
  switch (type) {
    case BSON.text:
      return readText(bytes, at)
    case BSON.int:
      return int32At(bytes, at)
    case BSON.double:
      return doubleAt(bytes, at)
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
  if (isPlain(bytes, at + 4, end)) return bytes.toString('latin1', at + 4, end)
  const text = bytes.subarray(at + 4, end)
  return isUtf8(text) ? text.toString('utf8') : notFlat('A text is no UTF-8.')
}

function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((bytes[at] ?? 0) > 0x7f) return false
  return true
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
  const value = longAt(bytes, at)
  return typeof value === 'number' ? value : undefined
}

/** Milliseconds since 1970; undefined beyond what a `Date` can name. */
export function readInstant(bytes: Buffer, at: number): number | undefined {
  const value = readSafeLong(bytes, at)
  return value !== undefined && Math.abs(value) <= MAX_INSTANT ? value : undefined
}
