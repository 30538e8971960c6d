import { repeatBytes, writeAscii, writeByte, writeBytes } from '@sluice/documents'
import type { FlatField, FlatObject, FlatValue } from './flat-plan.ts'
import type { FlatWriting, JoinedDocument } from './flat-writing.ts'
import { NO_VALUE } from './join-values.ts'
import { notFlat } from './not-flat.ts'
import { BSON, CELLS, eachElement, isNothing, type StoredValue, valueAt, walkDocument } from './walk-document.ts'
import { writeLeaf } from './write-leaf.ts'

const [OPENING, CLOSING, LIST_OPENING, LIST_CLOSING, COMMA] = Buffer.from('{}[],', 'latin1')

/**
 * What is larger goes the general way, which knows the limit of an answer: by its count, of 8 for each field beside name
 * and text, no answer is one and a half times as long as here.
 */
const MAX_BYTES = 16 * 1024 * 1024

/** @throws NotFlatError for an answer that may be too large */
function checkLength(length: number): void {
  if (length > MAX_BYTES) notFlat('The answer is large.')
}

/** Writes what is selected of a document that was walked, by the writing's cells. @throws NotFlatError */
export function writeObject(object: FlatObject, writing: FlatWriting): void {
  const { output } = writing
  writeByte(output, OPENING ?? 0)
  for (const field of object.fields) {
    writeBytes(output, field.head)
    writeField(field, writing)
  }
  writeByte(output, CLOSING ?? 0)
  checkLength(output.length)
}

function writeField(field: FlatField, writing: FlatWriting): void {
  const { value, place } = field
  if (value.kind === 'leaf' && place.below === undefined) {
    // As nearly all fields are: the value is where the walk has noted it.
    const cell = writing.base + place.slot * CELLS
    const type = writing.cells[cell] ?? 0
    writing.at = writing.cells[cell + 1] ?? 0
    return isNothing(type) ? writeNull(field.isNonNull, writing) : writeLeaf(value, type, writing)
  }
  if (value.kind === 'constant') return writeBytes(writing.output, value.text)
  if (value.kind === 'join') return writeJoin(value, field.isNonNull, writing)
  writeValue(field, valueAt(place, writing), writing)
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
      return writeBelow(value.object, stored.at, writing)
    case 'list':
      return writeList(value, stored, writing)
    default:
      return notFlat('A list has no such elements.')
  }
}

/** An object inside the document that is written. */
function writeBelow(object: FlatObject, at: number, writing: FlatWriting): void {
  const { cells, base } = writing
  writing.at = at
  writing.cells = object.cells
  writing.base = 0
  walkDocument(object, writing)
  writeObject(object, writing)
  writing.cells = cells
  writing.base = base
}

/** Where nothing may stand, null is an error. @throws NotFlatError */
export function writeNull(isNonNull: boolean, { output }: FlatWriting): void {
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

const NONE: readonly JoinedDocument[] = []

type FlatJoining = Extract<FlatValue, { kind: 'join' }>

function writeJoin({ number, isList }: FlatJoining, isNonNull: boolean, writing: FlatWriting): void {
  const found = writing.found[number] ?? notFlat('There is no such join.')
  const documents = found.ofValue[writing.asked[writing.next++] ?? NO_VALUE] ?? NONE
  const [first] = documents
  if (isList) writeJoinedList(found.object, documents, writing)
  else if (first) writeJoined(found.object, first, writing)
  else writeNull(isNonNull, writing)
}

function writeJoinedList(object: FlatObject, documents: readonly JoinedDocument[], writing: FlatWriting): void {
  const { output } = writing
  writeByte(output, LIST_OPENING ?? 0)
  for (const [at, document] of documents.entries()) {
    if (at > 0) writeByte(output, COMMA ?? 0)
    writeJoined(object, document, writing)
  }
  writeByte(output, LIST_CLOSING ?? 0)
}

function writeJoined(object: FlatObject, document: JoinedDocument, writing: FlatWriting): void {
  const { output } = writing
  if (document.end > 0) repeatBytes(output, document)
  else {
    document.start = output.length
    writeFound(object, document, writing)
    document.end = output.length
  }
  checkLength(output.length)
}

function writeFound(object: FlatObject, document: JoinedDocument, writing: FlatWriting): void {
  const { bytes, cells, base, next, walked } = writing
  writing.bytes = document.bytes
  writing.cells = walked
  writing.base = document.base
  writing.next = document.firstAsked
  writeObject(object, writing)
  writing.bytes = bytes
  writing.cells = cells
  writing.base = base
  writing.next = next
}
