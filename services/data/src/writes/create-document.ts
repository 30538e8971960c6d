import type { GrantedRules, Refusal } from '@sluice/contracts'
import { mergeIntoDocument, newEtag, readNewDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ObjectId } from 'bson'
import type { Written } from '../domain/outcome.ts'
import type { Prepared, WriteGuard } from './write-guard.ts'

type Preparing = {
  rules: GrantedRules
  guard: WriteGuard
  /** Where the path says it already. */
  id?: unknown
}

/** Makes what is to be stored out of what was sent: `_id` first, the permission's fields, a new `_etag`. */
export async function prepareNew(value: unknown, { rules, guard, id }: Preparing): Promise<Prepared<Document>> {
  const read = readNewDocument(value)
  if (read.kind === 'refuse') return read
  const { _id: ownId = new ObjectId(), _etag: _, ...fields } = mergeIntoDocument(read.document, rules.mergeRequest)
  const prepared = await guard.prepareDocument(fields)
  if (prepared.kind === 'refuse') return prepared
  const document = { _id: id ?? ownId, ...prepared.value, _etag: newEtag() }
  return guard.judge?.(document) ?? { kind: 'prepared', value: document }
}

/** Stores a new document. @throws DuplicateKeyError */
export const insertDocument = (document: Document, guard: WriteGuard): Promise<Written | Refusal> =>
  guard.run(document._id, async collection => {
    await collection.insertOne(document)
    return { kind: 'written', document, isNew: true }
  })
