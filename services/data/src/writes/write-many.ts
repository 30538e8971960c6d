import { errorCode, type Refusal, refuse, wireDocumentId } from '@sluice/contracts'
import { allOf, applyReadRules, applyWriteRules, parseFilter } from '@sluice/documents'
import { type Answer, bytes } from '@sluice/service-kit'
import type { Collection, Document } from '@sluice/store'
import { z } from 'zod'
import type { CollectionRequest } from '../collection-request.ts'

const BATCH = 500
/** Errors that an answer lists; the counts are of all. */
const MAX_ERRORS = 100

const count = z.int().min(0)
export const manyResultSchema = z
  .object({
    inserted: count,
    matched: count,
    modified: count,
    deleted: count,
    errors: z.array(z.object({ _id: wireDocumentId, code: errorCode, message: z.string() })).optional(),
  })
  .meta({ id: 'ManyResult', examples: [{ inserted: 0, matched: 12, modified: 12, deleted: 0 }] })

export type ManyError = { id: unknown; code: string; message: string }
type ManyCounts = { matched: number; modified: number; deleted: number }
export type ManyResult = Partial<ManyCounts> & { errors?: readonly ManyError[] }

/**
 * Tells which documents `/*?filter=` names, of those that the caller may write. Those that he may not read are left out
 * too: else the counts would tell him what his filter finds in them.
 */
export function findMany(asked: CollectionRequest): { kind: 'many'; filter: Document } | Refusal {
  const { request, place, rules, visibility } = asked
  if (place.kind !== 'open') {
    return refuse(
      'METHOD_NOT_ALLOWED',
      `The documents of ${place.path} are written one by one, so that each is judged.`,
    )
  }
  if (request.query.has('id')) {
    const message = 'id names one document, behind /_id. Leave it out, or put the _id into the filter.'
    return refuse('BAD_QUERY', message, [{ path: 'id', message }])
  }
  if (request.header('if-none-match') !== undefined) {
    return refuse('BAD_REQUEST', 'If-None-Match says nothing of many documents. Put the condition into the filter.')
  }
  const texts = request.query.getAll('filter')
  if (texts.length === 0) {
    const message = 'Say by ?filter= which documents are meant; {} means all.'
    return refuse('BAD_FILTER', message, [{ path: 'filter', message }])
  }
  const read = parseFilter(texts, visibility)
  if (read.kind === 'refuse') return read
  return { kind: 'many', filter: applyWriteRules(applyReadRules(read.filter, rules), rules) }
}

/** Writes one batch: the filter again, with the ids that it named. */
export type WriteDocumentBatch = (batch: { filter: Document; ids: readonly unknown[] }) => Promise<ManyResult>

/**
 * Finds the documents in the order of their ids, and writes them in batches, so that no write holds up the store for
 * longer than one of these. Not atomic: whoever reads meanwhile sees some written. Ends early when the caller has gone.
 */
export async function writeMany(
  filter: Document,
  { collection, request }: { collection: Collection; request: CollectionRequest['request'] },
  write: WriteDocumentBatch,
): Promise<Required<ManyResult>> {
  const errorsOfAll: ManyError[] = []
  const total = { matched: 0, modified: 0, deleted: 0, errors: errorsOfAll }
  const found = collection.scan(filter, { sort: { _id: 1 }, projection: { _id: 1 }, batchSize: BATCH })
  for await (const documents of found) {
    if (request.signal().aborted) break
    const ids = documents.map(({ _id }) => _id)
    const {
      matched = 0,
      modified = 0,
      deleted = 0,
      errors = [],
    } = await write({
      filter: allOf({ _id: { $in: ids } }, filter),
      ids,
    })
    total.matched += matched
    total.modified += modified
    total.deleted += deleted
    total.errors.push(...errors.slice(0, MAX_ERRORS - total.errors.length))
  }
  return total
}

export function answerMany({ matched, modified, deleted, errors }: Required<ManyResult>): Answer {
  const counts = { inserted: 0, matched, modified, deleted }
  if (errors.length === 0) return bytes(JSON.stringify(counts), 'application/json')
  const listed = errors.map(({ id, ...error }) => ({ _id: id, ...error }))
  return bytes(JSON.stringify({ ...counts, errors: listed }), 'application/json', { status: 207 })
}
