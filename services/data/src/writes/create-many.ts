import { type ErrorCode, errorCatalogue, errorCode, type FieldError, type Refusal, refuse } from '@sluice/contracts'
import { type Answer, bytes, readPreconditions } from '@sluice/service-kit'
import { type BulkResult, type Document, DuplicateKeyError } from '@sluice/store'
import { z } from 'zod'
import { mayBeWarned } from '../answer-document.ts'
import type { CollectionRequest } from '../collection-request.ts'
import { pathOfDocument } from '../domain/document-target.ts'
import { WARNINGS } from './acl-guard.ts'
import { prepareNew } from './create-document.ts'
import { type DocumentStoring, storeDocument } from './store-document.ts'

const MAX_DOCUMENTS = 1_000
/** The most documents where each is judged and recorded in a transaction of its own. */
export const MAX_ONE_BY_ONE = 100

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

/** Stores each document of a list. A list with a document that can't be stored at all is turned down whole. */
export async function createMany(values: readonly unknown[], storing: DocumentStoring): Promise<Answer | Refusal> {
  const { asked, guard, mode } = storing
  if (asked.trial) return refuseTrial()
  const most = guard.isOneByOne ? MAX_ONE_BY_ONE : MAX_DOCUMENTS
  if (values.length === 0 || values.length > most) {
    return refuse('VALIDATION_FAILED', `Send 1 to ${most} documents in one request; these are ${values.length}.`)
  }
  const documents: Document[] = []
  for (const [index, value] of values.entries()) {
    const prepared = await prepareNew(value, { rules: asked.rules, guard, needsId: mode === 'update' })
    if (prepared.kind === 'refuse') return atIndex(prepared, index)
    documents.push(prepared.value)
  }
  const { mustBeNew } = readPreconditions(asked.request)
  const isAtOnce = mode === 'insert' && !guard.isOneByOne && !mustBeNew
  const outcome = isAtOnce ? await insertAll(documents, asked) : await storeEach(documents, storing)
  return answerBulk(documents, storing, outcome)
}

/** Each document of a list is written by itself, and what one leaves may be in the way of the next. */
function refuseTrial(): Refusal {
  const message = 'Lists can not be tried out. Send the documents one by one.'
  return refuse('BAD_QUERY', message, [{ path: 'dryRun', message }])
}

type IndexedDocument = { document: Document; index: number }

/** What is to be told of the documents that were stored. */
function warningsOf(stored: readonly IndexedDocument[], { asked, guard }: DocumentStoring): BulkWarning[] {
  if (!mayBeWarned(asked)) return []
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
async function storeEach(documents: readonly Document[], storing: DocumentStoring): Promise<BulkOutcome> {
  const errors: BulkError[] = []
  const counts = { inserted: 0, replaced: 0 }
  for (const [index, document] of documents.entries()) {
    const outcome = await storeOne(document, storing)
    if (outcome.kind === 'written') counts[outcome.isNew ? 'inserted' : 'replaced'] += 1
    else errors.push({ index, code: outcome.code, message: outcome.detail })
  }
  return { ...counts, errors }
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

function answerBulk(documents: readonly Document[], storing: DocumentStoring, outcome: BulkOutcome): Answer {
  const { inserted, replaced, errors } = outcome
  const { place } = storing.asked
  const failed = new Set(errors.map(({ index }) => index))
  const stored = documents.map((document, index) => ({ document, index })).filter(({ index }) => !failed.has(index))
  const links = stored.map(({ document }) => pathOfDocument(place, document._id))
  const warnings = warningsOf(stored, storing)
  const body = {
    inserted,
    matched: replaced,
    modified: replaced,
    deleted: 0,
    links,
    ...(errors.length > 0 ? { errors: errors.map(withStatus) } : {}),
    ...(warnings.length > 0 ? { [WARNINGS]: warnings } : {}),
  }
  return bytes(JSON.stringify(body), 'application/json', { status: errors.length > 0 ? 207 : 200 })
}
