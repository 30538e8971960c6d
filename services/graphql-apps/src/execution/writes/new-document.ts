import { type DocumentSchema, newEtag, readNewDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ObjectId } from 'bson'
import { badInput } from '../../domain/model/hole-values.ts'
import { idOf } from '../../domain/mutation/bind-target.ts'

/** A document as the data service would make it: `_id` first, a new `_etag`; the collection's own schema holds. @throws GraphQLError */
export function newDocument(given: Document, schema: DocumentSchema | undefined): Document {
  requireStorable(given)
  const { _id = new ObjectId(), _etag: _, ...fields } = given
  const document = { _id, ...fields, _etag: newEtag() }
  requireFit(document, schema)
  return document
}

/** Checks names at the top and the `_id`. */
export function requireStorable(document: Document): void {
  const read = readNewDocument(document)
  if (read.kind === 'refuse') throw badInput(read.detail)
}

export function requireFit(document: Document, schema: DocumentSchema | undefined): void {
  const fault = schema?.check(document)
  if (fault) throw badInput(fault.detail)
}

/** Checks the `_id` that an upsert may make a document of. */
export function requireIdOf(filter: Document): void {
  const asked = idOf(filter)
  if (asked) requireStorable({ _id: asked.id })
}

/** Each write makes another version of the document. */
export const withEtag = (update: Record<string, Document>): Record<string, Document> => ({
  ...update,
  $set: { ...update.$set, _etag: newEtag() },
})
