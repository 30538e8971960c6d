import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { formatPathId } from '../document-id.ts'
import { isDocument } from '../json/bson-value.ts'
import { findOtherFixedId } from './merge-request.ts'

/** A body may repeat the id of the path, and may name no other; nor may the permission set another. */
export function checkSameId(body: unknown, id: unknown, mergeRequest: Document | undefined): Refusal | undefined {
  if (!isDocument(body) || body._id === undefined) return findOtherFixedId(id, mergeRequest)
  if (formatPathId(body._id) === formatPathId(id)) return findOtherFixedId(id, mergeRequest)
  const message =
    'The _id in the body is not the one in the path, and the id of a document never changes. Leave it out.'
  return refuse('VALIDATION_FAILED', message, [{ path: '_id', message }])
}
