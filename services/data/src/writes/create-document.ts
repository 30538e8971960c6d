import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import { checkNewId, isDocument, mergeIntoDocument, newEtag, readNewDocument } from '@sluice/documents'
import { isThere } from '@sluice/service-kit'
import { type Collection, type Document, DuplicateKeyError } from '@sluice/store'
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
  /** Makes the id of a document that has none. */
  newId?: (() => ObjectId) | undefined
}

/** Makes what is to be stored out of what was sent: `_id` first, the permission's fields, a new `_etag`. */
export async function prepareNew(
  value: unknown,
  { rules, guard, target, needsId = false, newId = () => new ObjectId() }: DocumentPreparation,
): Promise<PreparedWrite<Document>> {
  const read = readNewDocument(target ? withoutId(value) : value)
  if (read.kind === 'refuse') return read
  const { _id: ownId, _etag: _, ...fields } = mergeIntoDocument(read.document, rules.mergeRequest)
  const own = readOwnId(target ? target.id : ownId, { isNew: !target, isNeeded: needsId, newId })
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

type OwnIdReading = { isNew: boolean; isNeeded: boolean; newId: () => ObjectId }

/** The id that a document is to have: its own, or a new one. */
function readOwnId(id: unknown, { isNew, isNeeded, newId }: OwnIdReading): OwnId {
  if (id === undefined) return isNeeded ? noId() : { kind: 'id', id: newId() }
  return (isNew ? checkNewId(id) : undefined) ?? { kind: 'id', id }
}

function noId(): Refusal {
  const message = 'It is missing: wm=update changes documents that are there. Send the _id of one.'
  return refuse('VALIDATION_FAILED', message, [{ path: '_id', message }])
}

/** How a document is inserted. `mustBeNew`: the request says that there may be none of its id (`If-None-Match: *`). */
export type DocumentInsertion = { guard: Pick<WriteGuard, 'isOneByOne'>; mustBeNew: boolean }

/** Stores a new document. @throws DuplicateKeyError */
export async function insertDocument(
  document: Document,
  collection: Collection,
  { guard, mustBeNew }: DocumentInsertion,
): Promise<DocumentWritten | Refusal> {
  const isTaken = async () => (await collection.count({ _id: document._id }, { limit: 1 })) > 0
  if (mustBeNew && (await isTaken())) return isThere()
  try {
    await collection.insertOne(document)
  } catch (error) {
    // In a transaction nobody else can have been faster: then it is another value that has to be unique.
    const mayBeTaken = mustBeNew && error instanceof DuplicateKeyError && !guard.isOneByOne
    if (mayBeTaken && (await isTaken())) return isThere()
    throw error
  }
  return { kind: 'written', document, isNew: true }
}
