import type { GrantedRules } from '@sluice/contracts'
import { mergeIntoDocument, newEtag, readNewDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ObjectId } from 'bson'
import type { Outcome } from '../domain/outcome.ts'
import type { Prepared, WriteGuard } from './write-guard.ts'

/** Makes what is to be stored out of what was sent: `_id` first, the permission's fields, a new `_etag`. */
export async function prepareNew(value: unknown, rules: GrantedRules, guard: WriteGuard): Promise<Prepared<Document>> {
  const read = readNewDocument(value)
  if (read.kind === 'refuse') return read
  const merged = mergeIntoDocument(read.document, rules.mergeRequest)
  const { _id: id = new ObjectId(), _etag: _, ...fields } = merged
  const prepared = await guard.prepareDocument(fields)
  if (prepared.kind === 'refuse') return prepared
  return { kind: 'prepared', value: { _id: id, ...prepared.value, _etag: newEtag() } }
}

/** Stores a new document. @throws DuplicateKeyError */
export const insertDocument = (document: Document, guard: WriteGuard): Promise<Outcome> =>
  guard.run(document._id, async collection => {
    await collection.insertOne(document)
    return { kind: 'written', document, isNew: true }
  })
