import type { FieldError } from '@sluice/contracts'
import {
  applyReadRules,
  couldRead,
  decodeDocument,
  etagVariant,
  type FieldProjection,
  formatDocument,
  formatEtag,
  planProjection,
  reachesHidden,
  transcodeDocument,
} from '@sluice/documents'
import { type Answer, bytes } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { CollectionRequest } from './collection-request.ts'
import { WARNINGS } from './writes/acl-guard.ts'

/** The value of the `ETag` header. */
export const etagOf = (document: Document, { rules }: CollectionRequest): string | undefined =>
  formatEtag(document, etagVariant(rules))

/** A document as the caller may see it, with its ETag. */
function answerDocument(
  document: Document,
  asked: CollectionRequest,
  { status, headers: more, warnings = [] }: WrittenAnswer,
): Answer {
  const { visibility, mode } = asked
  const etag = etagOf(document, asked)
  const headers = { ...more, ...etagHeaders(etag) }
  const shown = planProjection(undefined, visibility).shape(document)
  const told = warnings.length > 0 && mayBeWarned(asked) ? { ...shown, [WARNINGS]: warnings } : shown
  return bytes(formatDocument(told, mode.mode), mode.mediaType, { status, headers })
}

export type WrittenAnswer = {
  status: number
  headers?: Record<string, string>
  /** What the caller is to be told beside the document. */
  warnings?: readonly FieldError[] | undefined
  /** Whether the document was written by an earlier request, so that another one may be stored by now, or none. */
  isRepeat?: boolean
}

/** Warnings speak of what stands in a permission: from whom that is hidden is not told by a detour. */
export const mayBeWarned = ({ visibility }: Pick<CollectionRequest, 'visibility'>): boolean =>
  !['mongo', 'predicate'].some(field => reachesHidden(field, visibility))

/** The headers of an answer that is one version of a document. */
export const etagHeaders = (etag: string | undefined): Record<string, string> =>
  etag ? { ETag: etag, 'Cache-Control': 'private' } : {}

type DocumentReading = { etag: string | undefined; keys: FieldProjection | undefined }

/** A document as the store gave it: where all of it is shown, its bytes become those of the answer. */
export function answerStored(
  raw: Uint8Array,
  { visibility, mode }: CollectionRequest,
  reading: DocumentReading,
): Answer {
  const plan = planProjection(reading.keys, visibility)
  const isWhole = plan.isExact && !plan.fields && mode.mode === 'standard'
  const body = isWhole ? transcodeDocument(raw) : formatDocument(plan.shape(decodeDocument(raw)), mode.mode)
  return bytes(body, mode.mediaType, { headers: etagHeaders(reading.etag) })
}

/** The same after a write: a document that the caller may write but not read answers with its id alone. */
export async function answerWritten(
  document: Document,
  asked: CollectionRequest,
  options: WrittenAnswer,
): Promise<Answer> {
  const { rules } = asked
  const isVisible = options.isRepeat ? couldRead(document, rules) : await canRead(document, asked)
  if (isVisible) return answerDocument(document, asked, options)
  return answerDocument({ _id: document._id, _etag: document._etag }, asked, { ...options, warnings: [] })
}

const canRead = async ({ _id }: Document, { collection, rules }: CollectionRequest): Promise<boolean> =>
  !rules.readFilter || (await collection.count(applyReadRules({ _id }, rules), { limit: 1 })) > 0
