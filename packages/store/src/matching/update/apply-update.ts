import { decodeExact, encode } from '../../bson-codec.ts'
import type { Document } from '../../port.ts'
import { compileUpdate } from './update.ts'

/**
 * What a store would make of a document by an update, for who has to judge the outcome before it is written.
 * @param document with every type kept apart; it is changed
 * @param options.isInsert whether it is new, so that `$setOnInsert` counts
 * @throws InvalidQueryError when the update is malformed or does not fit the document, UnsupportedByStoreError for an operator that is not on the list
 */
export function applyUpdate(document: Document, update: Document, { isInsert = false } = {}): Document {
  // As it would arrive at a store: numbers are of one of BSON's types.
  compileUpdate(decodeExact(encode(update)))(document, { now: new Date(), isInsert })
  return document
}
