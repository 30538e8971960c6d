import type { FieldError } from '@sluice/contracts'
import { isDocument } from '@sluice/documents'
import type { ImportedKind } from './import-shapes.ts'

/**
 * What a document of RESTHeart says that Sluice takes and understands otherwise. The checks of a write can't know of it: the
 * same document may have been written for Sluice.
 */
export function findOtherMeanings(kind: ImportedKind, document: unknown): FieldError[] {
  if (kind !== 'acl' || !isDocument(document) || !isDocument(document.mongo)) return []
  const { projectResponse } = document.mongo
  return showsIdUnasked(projectResponse) ? [{ path: 'mongo.projectResponse', message: SHOWS_ID }] : []
}

/** A list of fields to be shown leaves `_id` in, as a projection of the store does. */
const showsIdUnasked = (projection: unknown): boolean =>
  isDocument(projection) && !Object.hasOwn(projection, '_id') && Object.values(projection).some(value => value === 1)

const SHOWS_ID = 'The _id is shown here beside the fields that are listed, and is not there. To hide it, add "_id": 0.'
