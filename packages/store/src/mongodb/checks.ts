import { ObjectId } from 'bson'
import { exactCopy } from '../bson-codec.ts'
import { compileFilter } from '../matching/filter/filter.ts'
import { checkPipeline } from '../matching/pipeline/pipeline.ts'
import { compileProjection } from '../matching/pipeline/projection.ts'
import { wholeNumber } from '../matching/pipeline/window.ts'
import { checkReplacement, compileUpdate, withId } from '../matching/update/update.ts'
import { compileSort } from '../matching/values/sort.ts'
import type { Document, FindOptions } from '../port.ts'
import type { SizedDocument } from './gathered/gathered-inserts.ts'

const MAX_PLAIN_ID = 1000

// What is checked is what is sent.
const exact = (document: Document): Document => exactCopy(document).document

/** The allow-lists of the embedded store, before the server sees anything. Each gives what is to be sent. */
export function checkedFilter(filter: Document): Document {
  if (isById(filter)) return { _id: filter._id }
  const sent = exact(filter)
  compileFilter(sent)
  return sent
}

/** The look-up of one document, which holds nothing that could be anything else. */
function isById(filter: Document): boolean {
  const { _id: id } = filter
  const isPlain = typeof id === 'string' ? id.length <= MAX_PLAIN_ID : id instanceof ObjectId
  return isPlain && Object.keys(filter).length === 1
}

export function checkedUpdate(update: Document): Document {
  const sent = exact(update)
  compileUpdate(sent)
  return sent
}

export function checkedReplacement(replacement: Document): Document {
  const sent = exact(replacement)
  checkReplacement(sent)
  return sent
}

export function checkedStages(stages: readonly Document[]): Document[] {
  const sent = stages.map(exact)
  checkPipeline(sent)
  return sent
}

export function checkOptions({ sort, projection, skip, limit }: FindOptions): void {
  if (sort) compileSort(sort)
  if (projection) compileProjection(projection)
  wholeNumber('skip', skip)
  wholeNumber('limit', limit)
}

/** A document to store, with its `_id`. @throws InvalidQueryError above 16 MB, or for what BSON can't hold */
export function checkedDocument(given: Document): SizedDocument {
  return exactCopy(withId(given))
}
