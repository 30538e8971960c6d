import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import { checkNewId, isDocument, mergeIntoDocument, newEtag, readNewDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ObjectId } from 'bson'
import type { DocumentWritten } from '../domain/outcome.ts'
import type { PreparedWrite, WriteGuard } from './write-guard.ts'

type DocumentPreparation = {
  rules: GrantedRules
  guard: WriteGuard
  /** What the path says already. */
  target?: { id: unknown }
  /** Whether what is sent has to name a document that is there. */
  needsId?: boolean
}

/** Makes what is to be stored out of what was sent: `_id` first, the permission's fields, a new `_etag`. */
export async function prepareNew(
  value: unknown,
  { rules, guard, target, needsId = false }: DocumentPreparation,
): Promise<PreparedWrite<Document>> {
  const read = readNewDocument(target ? withoutId(value) : value)
  if (read.kind === 'refuse') return read
  const { _id: ownId, _etag: _, ...fields } = mergeIntoDocument(read.document, rules.mergeRequest)
  const own = readOwnId(target ? target.id : ownId, { isNew: !target, isNeeded: needsId })
  if (own.kind === 'refuse') return own
  const prepared = await guard.prepareDocument(fields)
  if (prepared.kind === 'refuse') return prepared
  const document = { _id: own.id, ...prepared.value, _etag: newEtag() }
  return guard.judge?.(document) ?? { kind: 'prepared', value: document }
}

/** A body may repeat the id of the path, which may be older than the rules for new ones. */
function withoutId(value: unknown): unknown {
  if (!isDocument(value)) return value
  const { _id: _, ...rest } = value
  return rest
}

type OwnId = { kind: 'id'; id: unknown } | Refusal

/** The id that a document is to have: its own, or a new one. */
function readOwnId(id: unknown, { isNew, isNeeded }: { isNew: boolean; isNeeded: boolean }): OwnId {
  if (id === undefined) return isNeeded ? noId() : { kind: 'id', id: new ObjectId() }
  return (isNew ? checkNewId(id) : undefined) ?? { kind: 'id', id }
}

function noId(): Refusal {
  const message = 'It is missing: wm=update changes documents that are there. Send the _id of one.'
  return refuse('VALIDATION_FAILED', message, [{ path: '_id', message }])
}

/** Stores a new document. @throws DuplicateKeyError */
export const insertDocument = (document: Document, guard: WriteGuard): Promise<DocumentWritten | Refusal> =>
  guard.run(document._id, async collection => {
    await collection.insertOne(document)
    return { kind: 'written', document, isNew: true }
  })
