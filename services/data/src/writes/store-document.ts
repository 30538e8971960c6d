import type { Refusal } from '@sluice/contracts'
import { formatDocument, type WriteMode } from '@sluice/documents'
import { readPreconditions } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { CollectionRequest } from '../collection-request.ts'
import type { DocumentWritten } from '../domain/outcome.ts'
import { insertDocument } from './create-document.ts'
import { aimAt } from './find-target.ts'
import { replaceDocument } from './replace-document.ts'
import type { WriteGuard } from './write-guard.ts'

/** How documents that were sent to a collection are stored. */
export type DocumentStoring = { asked: CollectionRequest; guard: WriteGuard; mode: WriteMode }

/** Stores a document that names itself: as a new one, or in the place of the one with its id. @throws DuplicateKeyError */
export function storeDocument(
  document: Document,
  { asked, guard, mode }: DocumentStoring,
): Promise<DocumentWritten | Refusal> {
  if (mode === 'insert') {
    const { mustBeNew } = readPreconditions(asked.request)
    return guard.run(document._id, collection => insertDocument(document, collection, { guard, mustBeNew }))
  }
  const { _id: id } = document
  const target = aimAt(asked, { id, text: typeof id === 'string' ? id : formatDocument(id) })
  return replaceDocument(document, { target, mode, guard })
}
