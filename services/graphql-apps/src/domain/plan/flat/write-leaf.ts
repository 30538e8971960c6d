import { writeAscii, writeBytes, writeHex, writeInteger, writeString } from '@sluice/documents'
import { type GraphQLLeafType, isScalarType } from 'graphql'
import type { FlatLeaf, LeafForm } from './flat-plan.ts'
import type { FlatWriting } from './flat-writing.ts'
import { notFlat } from './not-flat.ts'
import { readInstant, readSafeLong, readValue } from './read-value.ts'
import { BSON, int32At, textEnd } from './walk-document.ts'

/** Also those of the scalars that every app has (`values/scalars.ts`). An ObjectId stands for its digits where a text is promised. */
const FORMS: ReadonlyMap<string, LeafForm> = new Map([
  ['String', 'id'],
  ['ID', 'id'],
  ['Int', 'integer'],
  ['Float', 'number'],
  ['Boolean', 'boolean'],
  ['ObjectId', 'object-id'],
  ['DateTime', 'instant'],
  ['Long', 'long'],
])

/** How values of a type are copied. */
export const leafForm = (type: GraphQLLeafType): LeafForm =>
  (isScalarType(type) ? FORMS.get(type.name) : undefined) ?? 'other'

/** Writes a stored value of this BSON type by its declared type. @throws NotFlatError where that is an error */
export function writeLeaf({ form, write }: FlatLeaf, type: number, writing: FlatWriting): void {
  if (type === BSON.text && form === 'id') return copyText(writing)
  if (isNumeric(form) ? copyNumber(form, type, writing) : copyOther(form, type, writing)) return
  const { bytes, at, output } = writing
  const written = write(readValue(bytes, { type, at }))
  if (written === undefined || written === null) notFlat('A stored value is not what its field promises.')
  writeBytes(output, Buffer.from(JSON.stringify(written), 'utf8'))
}

const isNumeric = (form: LeafForm): boolean => form === 'integer' || form === 'number' || form === 'long'

/** @returns false for what has to be decoded */
function copyNumber(form: LeafForm, type: number, writing: FlatWriting): boolean {
  if (type === BSON.double) return copyDouble(form, writing)
  if (type === BSON.long && form === 'long') return copyLong(writing)
  if (type === BSON.int) writeInteger(writing.output, int32At(writing.bytes, writing.at))
  return type === BSON.int
}

function copyText(writing: FlatWriting): void {
  const end = textEnd(writing.bytes, writing.at)
  writing.at += 4
  if (!writeString(writing.output, writing, end)) notFlat('A text is no UTF-8.')
}

/** A whole number of 32 bits is one of each numeric type; another one is a `Float` alone. */
function copyDouble(form: LeafForm, { bytes, at, output }: FlatWriting): boolean {
  const value = bytes.readDoubleLE(at)
  if ((value | 0) === value) writeInteger(output, value)
  else if (form === 'number' && Number.isFinite(value)) writeAscii(output, String(value))
  else return false
  return true
}

/** The stored type that is copied where no text and no number is. */
const OTHER_TYPES: Readonly<Partial<Record<LeafForm, number>>> = {
  boolean: BSON.boolean,
  id: BSON.objectId,
  'object-id': BSON.objectId,
  instant: BSON.instant,
}

/** @returns false for what has to be decoded */
function copyOther(form: LeafForm, type: number, writing: FlatWriting): boolean {
  if (OTHER_TYPES[form] !== type) return false
  if (form === 'instant') return copyInstant(writing)
  if (form === 'boolean') writeAscii(writing.output, writing.bytes[writing.at] === 1 ? 'true' : 'false')
  else if (form === 'id') copyDigits(QUOTE, QUOTE, writing)
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
