import { type Refusal, refuse } from '@sluice/contracts'
import { formatPathId } from '@sluice/documents'
import { type Answer, bytes } from '@sluice/service-kit'
import { type BulkResult, type Document, DuplicateKeyError } from '@sluice/store'
import { z } from 'zod'
import type { CollectionRequest } from '../collection-request.ts'
import { insertDocument, prepareNew } from './create-document.ts'
import type { WriteGuard } from './write-guard.ts'

const MAX_DOCUMENTS = 1_000
/** Where each document is judged and recorded in a transaction of its own. */
const MAX_ONE_BY_ONE = 100

const count = z.int().min(0)
export const bulkResultSchema = z.object({
  inserted: count,
  matched: count,
  modified: count,
  deleted: count,
  links: z.array(z.string()).describe('The paths of the documents that were stored'),
  errors: z.array(z.object({ index: count, code: z.string(), message: z.string() })).optional(),
})

type BulkError = { index: number; code: string; message: string }

/** Stores each document of a list. A list with a document that can't be stored at all is turned down whole. */
export async function createMany(
  values: readonly unknown[],
  asked: CollectionRequest,
  guard: WriteGuard,
): Promise<Answer | Refusal> {
  const most = guard.isOneByOne ? MAX_ONE_BY_ONE : MAX_DOCUMENTS
  if (values.length === 0 || values.length > most) {
    return refuse('VALIDATION_FAILED', `Send 1 to ${most} documents in one request; these are ${values.length}.`)
  }
  const documents: Document[] = []
  for (const [index, value] of values.entries()) {
    const prepared = await prepareNew(value, { rules: asked.rules, guard })
    if (prepared.kind === 'refuse') return atIndex(prepared, index)
    documents.push(prepared.value)
  }
  const errors = guard.isOneByOne ? await insertEach(documents, guard) : await insertAll(documents, asked)
  return answerBulk(documents, asked, errors)
}

function atIndex({ code, detail, errors = [] }: Refusal, index: number): Refusal {
  const placed = errors.map(error => ({ ...error, path: error.path ? `${index}.${error.path}` : String(index) }))
  return refuse(code, `Document ${index}: ${detail}`, placed)
}

async function insertAll(documents: readonly Document[], { collection }: CollectionRequest): Promise<BulkError[]> {
  const { errors } = await collection.insertMany(documents, { ordered: false })
  return errors.map(({ index, code }) => ({ index, ...describe(code) }))
}

const describe = (code: BulkResult['errors'][number]['code']) =>
  code === 'duplicate-key' ? duplicate : { code: 'VALIDATION_FAILED', message: 'The store can not hold this document.' }

const duplicate = {
  code: 'CONFLICT',
  message: 'A document with this _id, or with a value that has to be unique, is there already.',
}

async function insertEach(documents: readonly Document[], guard: WriteGuard): Promise<BulkError[]> {
  const errors: BulkError[] = []
  for (const [index, document] of documents.entries()) {
    const fault = await insertOne(document, guard)
    if (fault) errors.push({ index, ...fault })
  }
  return errors
}

async function insertOne(document: Document, guard: WriteGuard): Promise<Omit<BulkError, 'index'> | undefined> {
  try {
    const outcome = await insertDocument(document, guard)
    return outcome.kind === 'refuse' ? { code: outcome.code, message: outcome.detail } : undefined
  } catch (error) {
    if (error instanceof DuplicateKeyError) return duplicate
    throw error
  }
}

function answerBulk(
  documents: readonly Document[],
  { place }: CollectionRequest,
  errors: readonly BulkError[],
): Answer {
  const failed = new Set(errors.map(({ index }) => index))
  const stored = documents.filter((_, index) => !failed.has(index))
  const links = stored.flatMap(({ _id }) => formatPathId(_id) ?? []).map(id => `${place.path}/${id}`)
  const counts = { inserted: stored.length, matched: 0, modified: 0, deleted: 0, links }
  const body = errors.length > 0 ? { ...counts, errors } : counts
  return bytes(JSON.stringify(body), 'application/json', { status: errors.length > 0 ? 207 : 200 })
}
