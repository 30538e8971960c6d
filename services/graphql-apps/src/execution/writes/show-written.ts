import { allOf, type Visibility } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { GraphQLError } from 'graphql'
import type { QueryProjection } from '../../domain/bind/projection.ts'
import type { ReturnKind } from '../../domain/model/mutation-model.ts'
import type { Rulings } from '../../domain/rulings.ts'
import type { WriteRuling, WriteRulings } from '../../domain/write-rulings.ts'
import { projectionFor } from '../ask-store.ts'
import type { WriteContext, WriteResult } from './write-context.ts'

/** A write that the caller's own permissions decide about. */
export type RuledContext = WriteContext & {
  judge: WriteRulings
  readings: Rulings
  returns: ReturnKind
  /** What the field needs of a document; undefined for all of it. */
  paths: ReadonlySet<string> | undefined
}

/** `ruling`: what the caller may see of the documents; undefined where there are none. */
export type RuledWritten = WriteResult & { ruling: { visibility: Visibility; isNarrow: boolean } | undefined }

const ID = new Set(['_id'])

/** What has to come back of a document for its part in the answer. */
function planOf({ visibility }: WriteRuling, { returns, paths }: RuledContext) {
  return projectionFor(returns === 'document' || returns === 'documents' ? paths : ID, visibility)
}

/** What a document has to pass to be answered; `hidden` where none is. */
export function conditionOf({ answers }: WriteRuling, { returns }: RuledContext): Document | 'hidden' | undefined {
  if (returns !== 'document' && returns !== 'documents') return undefined
  if (answers.kind === 'none') return 'hidden'
  return answers.filter.length > 0 ? allOf(...answers.filter) : undefined
}

export const projectionOfRuled = (ruling: WriteRuling, context: RuledContext): QueryProjection | undefined =>
  planOf(ruling, context).fields

/** A document as the caller may see it. */
export const shapeOf = (document: Document, ruling: WriteRuling, context: RuledContext): Document =>
  planOf(ruling, context).shape(document)

type ChangedDocument = { id: unknown; document: Document }

/** A document that was changed: read again, where the caller may not read all of them. */
export async function showChanged({ id, document }: ChangedDocument, ruling: WriteRuling, context: RuledContext) {
  const condition = conditionOf(ruling, context)
  if (condition === 'hidden') return null
  if (!condition) return shapeOf(document, ruling, context)
  const projection = projectionOfRuled(ruling, context)
  const [found] = await readAgain({ filter: allOf({ _id: id }, condition), limit: 1, projection }, context)
  return found ? shapeOf(found, ruling, context) : null
}

/** New documents in their order; null for what the caller may not read. */
export async function showInserted(documents: readonly Document[], ruling: WriteRuling, context: RuledContext) {
  const condition = conditionOf(ruling, context)
  if (condition === 'hidden') return documents.map(() => null)
  if (!condition || documents.length === 0) return documents.map(document => shapeOf(document, ruling, context))
  const written = {
    _id: { $in: documents.map(({ _id }) => _id) },
    _etag: { $in: documents.map(({ _etag }) => _etag) },
  }
  const filter = allOf(written, condition)
  const found = await readAgain({ filter, limit: documents.length, projection: { _id: 0, _etag: 1 } }, context)
  const visible = new Set(found.map(({ _etag }) => String(_etag)))
  return documents.map(document => (visible.has(String(document._etag)) ? shapeOf(document, ruling, context) : null))
}

type WrittenReading = { filter: Document; limit: number; projection: QueryProjection | undefined }

async function readAgain(asked: WrittenReading, { namespace, read }: RuledContext): Promise<readonly Document[]> {
  const found = await read.find({ ...namespace, ...asked, sort: undefined, skip: 0 })
  if (found.kind === 'documents') return found.documents
  const { message, extensions } = found.error
  throw new GraphQLError(`${message} The change itself was made.`, { extensions })
}
