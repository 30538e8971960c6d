import { writeAscii, writeByte, writeBytes } from '@sluice/documents'
import type { FlatField, FlatObject, FlatValue } from './flat-plan.ts'
import type { FlatWriting } from './flat-writing.ts'
import { notFlat } from './not-flat.ts'
import { joinKeyOf, readValue } from './read-value.ts'
import { BSON, eachElement, isNothing, type StoredValue, valueAt, walkDocument } from './walk-document.ts'
import { writeLeaf } from './write-leaf.ts'

const [OPENING, CLOSING, LIST_OPENING, LIST_CLOSING, COMMA] = Buffer.from('{}[],', 'latin1')

/**
 * What is larger goes the general way, which knows the limit of an answer: by its count, of 8 for each field beside name
 * and text, no answer is one and a half times as long as here.
 */
const MAX_BYTES = 16 * 1024 * 1024

/** @throws NotFlatError for an answer that may be too large */
export function checkLength(length: number): void {
  if (length > MAX_BYTES) notFlat('The answer is large.')
}

/** Writes what is selected of the document at the writing's position. @throws NotFlatError */
export function writeObject(object: FlatObject, writing: FlatWriting): void {
  walkDocument(object, writing)
  writeWalked(object, writing)
}

/** The same of a document that was walked last. */
export function writeWalked(object: FlatObject, writing: FlatWriting): void {
  const { output } = writing
  writeByte(output, OPENING ?? 0)
  for (const field of object.fields) {
    writeBytes(output, field.head)
    writeField(object, field, writing)
  }
  writeByte(output, CLOSING ?? 0)
  checkLength(output.length)
}

function writeField(object: FlatObject, field: FlatField, writing: FlatWriting): void {
  const { value, place } = field
  if (value.kind === 'leaf' && place.below === undefined) {
    // As nearly all fields are: the value is where the walk has noted it.
    const type = object.types[place.slot] ?? 0
    writing.at = object.places[place.slot] ?? 0
    return isNothing(type) ? writeNull(field.isNonNull, writing) : writeLeaf(value, type, writing)
  }
  if (value.kind === 'constant') return writeBytes(writing.output, value.text)
  const stored = valueAt(object, place, writing.bytes)
  if (value.kind === 'join') return writeJoin(field, stored, writing)
  writeValue(field, stored, writing)
}

type FlatContent = { value: FlatValue; isNonNull: boolean }

function writeValue({ value, isNonNull }: FlatContent, stored: StoredValue, writing: FlatWriting): void {
  if (isNothing(stored.type)) return writeNull(isNonNull, writing)
  switch (value.kind) {
    case 'leaf':
      writing.at = stored.at
      return writeLeaf(value, stored.type, writing)
    case 'object':
      // Where the schema promises one object, anything else is as good as nothing.
      if (stored.type !== BSON.document) return writeNull(isNonNull, writing)
      writing.at = stored.at
      return writeObject(value.object, writing)
    case 'list':
      return writeList(value, stored, writing)
    default:
      return notFlat('A list has no such elements.')
  }
}

function writeNull(isNonNull: boolean, { output }: FlatWriting): void {
  if (isNonNull) notFlat('A value is missing.')
  writeAscii(output, 'null')
}

function writeList(list: Extract<FlatValue, { kind: 'list' }>, stored: StoredValue, writing: FlatWriting): void {
  if (stored.type !== BSON.list) notFlat('A stored value is no list.')
  const { output, bytes } = writing
  const item = { value: list.item, isNonNull: list.isItemNonNull }
  let isFirst = true
  writeByte(output, LIST_OPENING ?? 0)
  eachElement({ bytes, at: stored.at }, element => {
    if (!isFirst) writeByte(output, COMMA ?? 0)
    isFirst = false
    const isOdd = list.item.kind === 'object' && element.type !== BSON.document && !isNothing(element.type)
    if (isOdd) notFlat('An element is no object.')
    writeValue(item, element, writing)
  })
  writeByte(output, LIST_CLOSING ?? 0)
}

/** Leaves a hole for what the join finds; a parent in which the value is missing asks for nothing. */
function writeJoin({ value, isNonNull }: FlatField, stored: StoredValue, writing: FlatWriting): void {
  if (value.kind !== 'join') return
  const { output, holes, bytes, questions } = writing
  const { number: join, isList } = value
  if (isNothing(stored.type)) return isList ? writeAscii(output, '[]') : writeNull(isNonNull, writing)
  const question = questions[join] ?? notFlat('There is no such join.')
  const key = joinKeyOf(bytes, stored) ?? notFlat('A join is about a value of a rare type.')
  let number = question.numbers.get(key)
  if (number === undefined) {
    number = question.values.length
    question.numbers.set(key, number)
    question.values.push(readValue(bytes, stored))
  }
  holes.push({ at: output.length, join, value: number, isList, isNonNull })
}
