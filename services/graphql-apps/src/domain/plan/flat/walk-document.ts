import { type BsonInput, lengthOf } from '@sluice/documents'
import { bsonValueEnd, int32At } from '@sluice/store'
import type { FlatObject, FlatPlace } from './flat-plan.ts'
import { notFlat } from './not-flat.ts'

export const BSON = {
  double: 1,
  text: 2,
  document: 3,
  list: 4,
  undefined: 6,
  objectId: 7,
  boolean: 8,
  instant: 9,
  null: 10,
  int: 16,
  long: 18,
} as const

const DOLLAR = 0x24

/** Cells that a walk notes of each wanted field: its type, 0 for one that is missing, and where its value is. */
export const CELLS = 2

/** Where a document is read, and from which cell on the walk through it is noted. */
export type FlatInput = BsonInput & { cells: Int32Array; base: number }

/** Notes each wanted field of the document at the input's position. */
export function walkDocument({ names, guesses }: FlatObject, { bytes, at: start, cells, base }: FlatInput): void {
  for (let slot = 0; slot < names.length; slot += 1) cells[base + slot * CELLS] = 0
  const end = documentEnd(bytes, start)
  let before = 0
  for (let at = start + 4; bytes[at] !== 0; ) {
    const type = byteAt(bytes, at)
    const guess = guesses[before] ?? 0
    const slot = isNameAt(names[guess], bytes, at + 1) ? guess : slotAt(names, bytes, at + 1)
    const valueAt = slot === -1 ? afterName(bytes, at + 1, end) : at + 2 + lengthOf(names[slot] ?? NO_NAME)
    if (slot !== -1) {
      cells[base + slot * CELLS] = type
      cells[base + slot * CELLS + 1] = valueAt
      guesses[before] = slot
      before = slot + 1
    }
    at = valueEnd(bytes, type, valueAt)
    if (at >= end) notFlat('A value is longer than its document.')
  }
}

const byteAt = (bytes: Buffer, at: number): number => bytes[at] ?? 0

const NO_NAME = Buffer.alloc(0)

/** @returns -1 for a name that nobody looks for */
function slotAt(names: readonly Buffer[], bytes: Buffer, at: number): number {
  for (let slot = 0; slot < names.length; slot += 1) if (isNameAt(names[slot], bytes, at)) return slot
  return -1
}

function isNameAt(name: Buffer | undefined, bytes: Buffer, at: number): boolean {
  if (name === undefined) return false
  const length = lengthOf(name)
  if (bytes[at + length] !== 0) return false
  for (let index = 0; index < length; index += 1) if (bytes[at + index] !== name[index]) return false
  return true
}

/** A document with names that begin with `$` may be read as something else: a reference. */
function afterName(bytes: Buffer, from: number, end: number): number {
  if (bytes[from] === DOLLAR) notFlat('A name begins with $.')
  let at = from
  while (at < end && bytes[at] !== 0) at += 1
  return at + 1
}

/** Where the document, or the list, ends that begins at this place (exclusive). */
function documentEnd(bytes: Buffer, at: number): number {
  const length = int32At(bytes, at)
  return length < 5 || at + length > lengthOf(bytes) ? notFlat('A document is longer than its bytes.') : at + length
}

/** Bytes of the values of the most common types; 0 for those that say their length themselves, or are rare. */
const SIZES = Uint8Array.from({ length: 256 }, (_, type) => {
  if (type === BSON.double || type === BSON.instant || type === BSON.long) return 8
  return type === BSON.int ? 4 : Number(type === BSON.boolean)
})

/** Where the value ends (exclusive). */
function valueEnd(bytes: Buffer, type: number, at: number): number {
  const size = SIZES[type] ?? 0
  if (size > 0) return at + size
  return type === BSON.text ? textEnd(bytes, at) + 1 : bsonValueEnd(bytes, { type, at })
}

/** Where the text ends whose length stands at this place (exclusive). */
export function textEnd(bytes: Buffer, at: number): number {
  const length = int32At(bytes, at)
  if (length < 1 || at + 4 + length > lengthOf(bytes)) notFlat('A text is longer than its document.')
  return at + 3 + length
}

/** A value in stored bytes. */
export type StoredValue = { type: number; at: number }

const MISSING: StoredValue = { type: 0, at: 0 }

/** The value at a place of the document that the input's cells are about. */
export function valueAt({ slot, below }: FlatPlace, { bytes, cells, base }: FlatInput): StoredValue {
  const value: StoredValue = { type: cells[base + slot * CELLS] ?? 0, at: cells[base + slot * CELLS + 1] ?? 0 }
  return below ? valueBelow(value, below, bytes) : value
}

function valueBelow(outer: StoredValue, names: readonly Buffer[], bytes: Buffer): StoredValue {
  let value = outer
  for (const name of names) {
    if (value.type === BSON.list) notFlat('A list stands on the way to a value.')
    value = value.type === BSON.document ? fieldOf(name, { bytes, at: value.at }) : MISSING
  }
  return value
}

/** Where a name stands twice the last one counts. */
function fieldOf(name: Buffer, { bytes, at: start }: BsonInput): StoredValue {
  const end = documentEnd(bytes, start)
  let found = MISSING
  for (let at = start + 4; bytes[at] !== 0; ) {
    const type = bytes[at] ?? 0
    const isFound = isNameAt(name, bytes, at + 1)
    const valueAt = afterName(bytes, at + 1, end)
    if (isFound) found = { type, at: valueAt }
    at = valueEnd(bytes, type, valueAt)
    if (at >= end) notFlat('A value is longer than its document.')
  }
  return found
}

/** Calls `visit` with each element of the list at the input's position. */
export function eachElement({ bytes, at: start }: BsonInput, visit: (value: StoredValue) => void): void {
  const end = documentEnd(bytes, start)
  for (let at = start + 4; bytes[at] !== 0; ) {
    const type = bytes[at] ?? 0
    let from = at + 1
    while (from < end && bytes[from] !== 0) from += 1
    const value = { type, at: from + 1 }
    at = valueEnd(bytes, type, value.at)
    if (at >= end) notFlat('A value is longer than its list.')
    visit(value)
  }
}

/** Whether null stands for it, as it does where nothing is stored. */
export const isNothing = (type: number): boolean => type === 0 || type === BSON.null || type === BSON.undefined
