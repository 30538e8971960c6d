import { type ErrorCode, errorCatalogue, errorCode, type FieldError, type Refusal, refuse } from '@sluice/contracts'
import { type Answer, readPreconditions, type WriteClaim } from '@sluice/service-kit'
import { type BulkResult, type Document, DuplicateKeyError, InvalidQueryError, type Store } from '@sluice/store'
import { z } from 'zod'
import type { CollectionRequest } from '../collection-request.ts'
import { pathOfDocument } from '../domain/document-target.ts'
import { WARNINGS } from './acl-guard.ts'
import { prepareNew } from './create-document.ts'
import { answerList, keptList } from './kept-outcome.ts'
import { type DocumentStoring, storeDocument } from './store-document.ts'
import type { WrittenList } from './written-list.ts'

const MAX_DOCUMENTS = 1_000
/** The most documents where each is judged and recorded in a transaction of its own. */
export const MAX_ONE_BY_ONE = 100
/** The most bytes of the answer to a list that is kept for a repeat. */
const MAX_KEPT_LIST_BYTES = 1024 * 1024

const count = z.int().min(0)
export const bulkResultSchema = z
  .object({
    inserted: count,
    matched: count,
    modified: count,
    deleted: count,
    links: z.array(z.string()).describe('The paths of the documents that were stored'),
    errors: z.array(z.object({ index: count, httpStatus: z.int(), code: errorCode, message: z.string() })).optional(),
    [WARNINGS]: z
      .array(z.object({ index: count, path: z.string(), message: z.string() }))
      .optional()
      .describe('Of permissions that were stored: rules that are not applied everywhere'),
  })
  .meta({
    id: 'BulkResult',
    examples: [{ inserted: 1, matched: 0, modified: 0, deleted: 0, links: ['/routes/6b03e00a89fb6746dd7a3ad2'] }],
  })

type BulkError = { index: number; code: ErrorCode; message: string }
type BulkOutcome = { inserted: number; replaced: number; errors: readonly BulkError[] }
type BulkWarning = FieldError & { index: number }

/** The parts by which a list is written once, however often its request comes. */
type ListKeeping = { claim: WriteClaim; written: WrittenList; store: Pick<Store, 'transaction'> }
export type ListStoring = DocumentStoring & { kept?: ListKeeping | undefined }

/** Stores each document of a list. A list with a document that can't be stored at all is turned down whole. */
export async function createMany(values: readonly unknown[], storing: ListStoring): Promise<Answer | Refusal> {
  const { asked, mode } = storing
  if (asked.trial) return refuseTrial()
  const isRecorded = asked.place.kind !== 'open'
  const most = isRecorded ? MAX_ONE_BY_ONE : MAX_DOCUMENTS
  if (values.length === 0 || values.length > most) {
    return refuse('VALIDATION_FAILED', `Send 1 to ${most} documents in one request; these are ${values.length}.`)
  }
  const prepared = await prepareEach(values, storing)
  if (prepared.kind === 'refuse') return prepared
  const { documents } = prepared
  const { mustBeNew } = readPreconditions(asked.request)
  const isAtOnce = mode === 'insert' && !isRecorded && !mustBeNew
  if (storing.kept) return storeKept(documents, { ...storing, kept: storing.kept, isAtOnce })
  const outcome = isAtOnce ? await insertAll(documents, asked) : await storeEach(documents, storing)
  return answerList(bulkAnswer(documents, storing, outcome), asked)
}

async function prepareEach(
  values: readonly unknown[],
  { asked: { rules }, guard, mode, kept }: ListStoring,
): Promise<{ kind: 'prepared'; documents: Document[] } | Refusal> {
  const documents: Document[] = []
  for (const [index, value] of values.entries()) {
    const newId = kept && (() => kept.written.newIdAt(index))
    const prepared = await prepareNew(value, { rules, guard, needsId: mode === 'update', newId })
    if (prepared.kind === 'refuse') return atIndex(prepared, index)
    documents.push(prepared.value)
  }
  return { kind: 'prepared', documents }
}

/** A document of a list can't be inserted with all others; leaves the transaction without any. */
class PartInsertedError extends Error {
  override name = 'PartInsertedError'
}

/** All documents and what is kept of them in one transaction; where one can't be stored, each in one of its own. */
async function storeKept(
  documents: readonly Document[],
  storing: ListStoring & { kept: ListKeeping; isAtOnce: boolean },
): Promise<Answer | Refusal> {
  const { asked, kept, isAtOnce } = storing
  const whole = bulkAnswer(documents, storing, { inserted: documents.length, replaced: 0, errors: [] })
  if (Buffer.byteLength(JSON.stringify(whole.body)) > MAX_KEPT_LIST_BYTES) return tooMuchToKeep()
  const isWhole = isAtOnce && kept.claim.progress === undefined && (await insertKept(documents, storing, whole))
  const ofEach = isWhole ? undefined : await storeEach(documents, storing)
  const answer = ofEach ? bulkAnswer(documents, storing, ofEach) : whole
  if (ofEach) await kept.store.transaction(inside => kept.claim.settle(inside, keptList(answer)))
  return answerList(answer, asked)
}

const tooMuchToKeep = (): Refusal => {
  const most = `${MAX_KEPT_LIST_BYTES / 1024} KiB`
  return refuse(
    'PAYLOAD_TOO_LARGE',
    `With an Idempotency-Key the answer to a list may have ${most}, as it is kept. Send it in parts, each with a key of its own.`,
  )
}

async function insertKept(
  documents: readonly Document[],
  { asked, kept }: ListStoring & { kept: ListKeeping },
  answer: ReturnType<typeof bulkAnswer>,
): Promise<boolean> {
  try {
    await kept.store.transaction(async inside => {
      const { errors } = await inside.collection(asked.place.namespace).insertMany(documents, { ordered: false })
      if (errors.length > 0) throw new PartInsertedError()
      await kept.claim.settle(inside, keptList(answer))
    })
    return true
  } catch (error) {
    const isOfOne = [PartInsertedError, DuplicateKeyError, InvalidQueryError].some(kind => error instanceof kind)
    if (isOfOne) return false
    throw error
  }
}

/** Each document of a list is written by itself, and what one leaves may be in the way of the next. */
function refuseTrial(): Refusal {
  const message = 'Lists can not be tried out. Send the documents one by one.'
  return refuse('BAD_QUERY', message, [{ path: 'dryRun', message }])
}

type IndexedDocument = { document: Document; index: number }

/** What is to be told of the documents that were stored. */
function warningsOf(stored: readonly IndexedDocument[], { guard }: DocumentStoring): BulkWarning[] {
  return stored.flatMap(({ document, index }) =>
    (guard.warningsOf?.(document) ?? []).map(warning => ({ index, ...warning })),
  )
}

function atIndex({ code, detail, errors = [] }: Refusal, index: number): Refusal {
  const placed = errors.map(error => ({ ...error, path: error.path ? `${index}.${error.path}` : String(index) }))
  return refuse(code, `Document ${index}: ${detail}`, placed)
}

async function insertAll(documents: readonly Document[], { collection }: CollectionRequest): Promise<BulkOutcome> {
  const { errors } = await collection.insertMany(documents, { ordered: false })
  const described = errors.map(({ index, code }) => ({ index, ...describe(code) }))
  return { inserted: documents.length - errors.length, replaced: 0, errors: described }
}

const describe = (code: BulkResult['errors'][number]['code']) => (code === 'duplicate-key' ? duplicate : unstorable)

const unstorable = { code: 'VALIDATION_FAILED', message: 'The store can not hold this document.' } as const
const duplicate = {
  code: 'CONFLICT',
  message: 'A document with this _id, or with a value that has to be unique, is there already.',
} as const

/** In their order, so that of two with one id the later one stays. */
async function storeEach(documents: readonly Document[], storing: ListStoring): Promise<BulkOutcome> {
  const errors: BulkError[] = []
  const counts = { inserted: 0, replaced: 0 }
  for (const [index, document] of documents.entries()) {
    const outcome = await storeListed({ document, index }, storing)
    if (outcome.kind === 'written') counts[outcome.isNew ? 'inserted' : 'replaced'] += 1
    else errors.push({ index, code: outcome.code, message: outcome.detail })
  }
  return { ...counts, errors }
}

/** Passes over what was written by a request whose process has died. */
async function storeListed(
  { document, index }: IndexedDocument,
  storing: ListStoring,
): ReturnType<typeof storeDocument> {
  const written = storing.kept?.written
  const before = written?.writtenAt(index, document)
  if (before) return { kind: 'written', document: { ...document, _id: before.id }, isNew: before.isNew }
  written?.begin(index)
  const outcome = await storeOne(document, storing)
  if (outcome.kind === 'written') written?.keep()
  return outcome
}

async function storeOne(...storing: Parameters<typeof storeDocument>): ReturnType<typeof storeDocument> {
  try {
    return await storeDocument(...storing)
  } catch (error) {
    if (error instanceof DuplicateKeyError) return refuse('CONFLICT', duplicate.message)
    throw error
  }
}

/** What the document alone would have been answered with. */
const withStatus = ({ index, ...error }: BulkError) => ({
  index,
  httpStatus: errorCatalogue[error.code].status,
  ...error,
})

function bulkAnswer(documents: readonly Document[], storing: ListStoring, outcome: BulkOutcome) {
  const { inserted, replaced, errors } = outcome
  const { place } = storing.asked
  const failed = new Set(errors.map(({ index }) => index))
  const stored = documents.map((document, index) => ({ document, index })).filter(({ index }) => !failed.has(index))
  const idAt = ({ document, index }: IndexedDocument) =>
    (storing.kept?.written.writtenAt(index, document) ?? { id: document._id }).id
  const links = stored.map(entry => pathOfDocument(place, idAt(entry)))
  const body = {
    inserted,
    matched: replaced,
    modified: replaced,
    deleted: 0,
    links,
    ...(errors.length > 0 ? { errors: errors.map(withStatus) } : {}),
  }
  return { body, warnings: warningsOf(stored, storing) }
}
