import { type Refusal, refuse } from '@sluice/contracts'
import { formatDocument, isDocument } from '@sluice/documents'

/** A body may repeat the id of the path, and may name no other. */
export function checkSameId(body: unknown, id: unknown): Refusal | undefined {
  if (!isDocument(body) || body._id === undefined) return undefined
  if (formatDocument(body._id, 'canonical') === formatDocument(id, 'canonical')) return undefined
  const message =
    'The _id in the body is not the one in the path, and the id of a document never changes. Leave it out.'
  return refuse('VALIDATION_FAILED', message, [{ path: '_id', message }])
}
