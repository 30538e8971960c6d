import type { FlatObject, FlatValue } from './flat-plan.ts'
import { type JoinValues, NO_VALUE, noteJoinValue } from './join-values.ts'
import {
  BSON,
  eachElement,
  type FlatInput,
  isNothing,
  type StoredValue,
  valueAt,
  walkDocument,
} from './walk-document.ts'

/** The first walk through the documents of a request. */
export type JoinCollection = FlatInput & {
  /** The values that each join is about, by its number. */
  questions: readonly JoinValues[]
  /** The number of the value that each join is about, in the order in which the joins are written later. */
  asked: number[]
}

/** Collects what the joins inside a document ask for, which was walked already. @throws NotFlatError */
export function collectJoins({ asking }: FlatObject, collection: JoinCollection): void {
  for (const { value, place } of asking) collectFrom(value, valueAt(place, collection), collection)
}

function collectFrom(value: FlatValue, stored: StoredValue, collection: JoinCollection): void {
  if (value.kind === 'join') collectJoin(value.number, stored, collection)
  else if (value.kind === 'object' && stored.type === BSON.document) collectBelow(value.object, stored, collection)
  else if (value.kind === 'list' && stored.type === BSON.list) collectFromList(value.item, stored, collection)
}

function collectFromList(item: FlatValue, { at }: StoredValue, collection: JoinCollection): void {
  eachElement({ bytes: collection.bytes, at }, element => collectFrom(item, element, collection))
}

/** A parent in which the value is missing asks for nothing. */
function collectJoin(join: number, stored: StoredValue, { questions, asked, bytes }: JoinCollection): void {
  const question = questions[join]
  asked.push(isNothing(stored.type) || !question ? NO_VALUE : noteJoinValue(question, bytes, stored))
}

function collectBelow(object: FlatObject, { at }: StoredValue, { bytes, questions, asked }: JoinCollection): void {
  const below: JoinCollection = { bytes, at, cells: object.cells, base: 0, questions, asked }
  walkDocument(object, below)
  collectJoins(object, below)
}
