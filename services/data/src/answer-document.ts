import { hash } from 'node:crypto'
import { applyReadRules, formatDocument, formatEtag, type Projection, planProjection } from '@sluice/documents'
import { type Answer, bytes } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { CollectionRequest } from './collection-request.ts'

/** The value of the `ETag` header: what a permission hides makes another variant of the same document. */
export function etagOf(document: Document, { rules }: CollectionRequest): string | undefined {
  const { projectResponse } = rules
  return formatEtag(document, projectResponse ? hash('sha1', JSON.stringify(projectResponse)).slice(0, 8) : '')
}

/** A document as the caller may see it, with its ETag. */
export function answerDocument(
  document: Document,
  asked: CollectionRequest,
  options: { status: number; headers?: Record<string, string>; keys?: Projection },
): Answer {
  const { visibility, mode } = asked
  const { status, keys } = options
  const etag = etagOf(document, asked)
  const headers = { ...options.headers, ...(etag ? { ETag: etag, 'Cache-Control': 'private' } : {}) }
  const shown = planProjection(keys, visibility).shape(document)
  return bytes(formatDocument(shown, mode.mode), mode.mediaType, { status, headers })
}

/** The same after a write: a document that the caller may write but not read answers with its id alone. */
export async function answerWritten(
  document: Document,
  asked: CollectionRequest,
  options: { status: number; headers?: Record<string, string> },
): Promise<Answer> {
  const { collection, rules } = asked
  const isVisible =
    !rules.readFilter || (await collection.count(applyReadRules({ _id: document._id }, rules), { limit: 1 })) > 0
  if (isVisible) return answerDocument(document, asked, options)
  return answerDocument({ _id: document._id, _etag: document._etag }, asked, options)
}
