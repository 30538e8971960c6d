import { writeAscii, writeBytes, writeHex, writeInteger, writeString } from '@sluice/documents'
import { doubleAt, int32At } from '@sluice/store'
import { type GraphQLLeafType, isScalarType } from 'graphql'
import type { FlatLeaf } from './flat-plan.ts'
import type { FlatWriting } from './flat-writing.ts'
import { notFlat } from './not-flat.ts'
import { readInstant, readSafeLong, readValue } from './read-value.ts'
import { BSON, textEnd } from './walk-document.ts'

/** How a stored value is written. `decoded`: by what writes it in an answer of the general way. */
const WAYS = {
  decoded: 0,
  text: 1,
  int: 2,
  double: 3,
  /** A whole number of 32 bits; another one is decoded. */
  wholeDouble: 4,
  long: 5,
  boolean: 6,
  /** The digits of an ObjectId as a text. */
  digits: 7,
  objectId: 8,
  instant: 9,
} as const

/** Ways by the stored type; values of other types are decoded. */
type LeafWays = readonly (readonly [stored: number, way: number])[]

const TEXT: LeafWays = [
  [BSON.text, WAYS.text],
  [BSON.objectId, WAYS.digits],
]
const INTEGER: LeafWays = [
  [BSON.int, WAYS.int],
  [BSON.double, WAYS.wholeDouble],
]
/** Also those of the scalars that every app has (`values/scalars.ts`). */
const SCALARS: ReadonlyMap<string, LeafWays> = new Map([
  ['String', TEXT],
  ['ID', TEXT],
  ['Int', INTEGER],
  ['Long', [...INTEGER, [BSON.long, WAYS.long]]],
  [
    'Float',
    [
      [BSON.int, WAYS.int],
      [BSON.double, WAYS.double],
    ],
  ],
  ['Boolean', [[BSON.boolean, WAYS.boolean]]],
  ['ObjectId', [[BSON.objectId, WAYS.objectId]]],
  ['DateTime', [[BSON.instant, WAYS.instant]]],
])

/** How values of a declared type are written, by their stored type. */
export function leafWays(type: GraphQLLeafType): Uint8Array {
  const ways = new Uint8Array(256)
  const known = isScalarType(type) ? SCALARS.get(type.name) : undefined
  for (const [stored, way] of known ?? []) ways[stored] = way
  return ways
}

/** Writes a stored value of this BSON type by its declared type. @throws NotFlatError where that is an error */
export function writeLeaf({ ways, write }: FlatLeaf, type: number, writing: FlatWriting): void {
  if (copyLeaf(ways[type] ?? 0, writing)) return
  const { bytes, at, output } = writing
  const written = write(readValue(bytes, { type, at }))
  if (written === undefined || written === null) notFlat('A stored value is not what its field promises.')
  writeBytes(output, Buffer.from(JSON.stringify(written), 'utf8'))
}

/** @returns false for what has to be decoded */
function copyLeaf(way: number, writing: FlatWriting): boolean {
  const { bytes, at, output } = writing
  switch (way) {
    case WAYS.text:
      return copyText(writing)
    case WAYS.int:
      writeInteger(output, int32At(bytes, at))
      return true
    case WAYS.double:
    case WAYS.wholeDouble:
      return copyDouble(way, writing)
    case WAYS.boolean:
      writeAscii(output, bytes[at] === 1 ? 'true' : 'false')
      return true
    default:
      return way !== WAYS.decoded && copyRareLeaf(way, writing)
  }
}

function copyText(writing: FlatWriting): boolean {
  const end = textEnd(writing.bytes, writing.at)
  writing.at += 4
  return writeString(writing.output, writing, end) || notFlat('A text is no UTF-8.')
}

function copyDouble(way: number, { bytes, at, output }: FlatWriting): boolean {
  const value = doubleAt(bytes, at)
  if ((value | 0) === value) writeInteger(output, value)
  else if (way === WAYS.double && Number.isFinite(value)) writeAscii(output, String(value))
  else return false
  return true
}

function copyRareLeaf(way: number, writing: FlatWriting): boolean {
  if (way === WAYS.instant) return copyInstant(writing)
  if (way === WAYS.long) return copyLong(writing)
  if (way === WAYS.digits) copyDigits(QUOTE, QUOTE, writing)
  else copyDigits('{"$oid":"', '"}', writing)
  return true
}

const QUOTE = '"'

function copyDigits(before: string, behind: string, { bytes, at, output }: FlatWriting): void {
  writeAscii(output, before)
  writeHex(output, { bytes, start: at, end: at + 12 })
  writeAscii(output, behind)
}

function copyInstant({ bytes, at, output }: FlatWriting): boolean {
  const instant = readInstant(bytes, at)
  if (instant !== undefined) writeAscii(output, `{"$date":${instant}}`)
  return instant !== undefined
}

function copyLong({ bytes, at, output }: FlatWriting): boolean {
  const value = readSafeLong(bytes, at)
  if (value !== undefined) writeAscii(output, String(value))
  return value !== undefined
}
