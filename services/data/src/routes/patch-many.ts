import { DOCUMENT_RULES, type Refusal, refuse } from '@sluice/contracts'
import { allOf, formatDocument, isDocument, readWriteMode } from '@sluice/documents'
import type { Operation } from '@sluice/service-kit'
import { type Document, DuplicateKeyError } from '@sluice/store'
import { z } from 'zod'
import { type CollectionRequest, onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkBulk } from '../domain/management.ts'
import { guardOf } from '../guard-of.ts'
import { readBody } from '../read-body.ts'
import { patchJudged, prepareUpdate } from '../writes/patch-document.ts'
import type { WriteGuard } from '../writes/write-guard.ts'
import {
  answerMany,
  findMany,
  type ManyError,
  type ManyResult,
  manyResultSchema,
  writeMany,
} from '../writes/write-many.ts'
import { documentSchema, filterParameter } from './schemas.ts'

/** `PATCH /<collection>/*?filter=`: changes every document that the filter names. */
export const patchMany = (dependencies: DataDependencies): Operation => ({
  id: 'patchMany',
  tag: 'collections',
  summary: 'Change all documents that a filter names',
  examples: { body: { $inc: { flights: 1 } } },
  query: z.object({
    filter: filterParameter,
    wm: z.literal('update').optional().describe('What the request does anyway. Needs `allowWriteMode`.'),
  }),
  body: documentSchema.describe('Fields to set, dotted names reach inside; or update operators such as `$inc`.'),
  answers: {
    200: manyResultSchema,
    207: manyResultSchema.describe('Some are not changed: `errors` says why'),
  },
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'BAD_FILTER',
    'BAD_QUERY',
    'BAD_REQUEST',
    'FORBIDDEN',
    'FIELD_HIDDEN',
    'NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'CONFLICT',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  appliedRules: DOCUMENT_RULES,
  handle: onExistingCollection(dependencies, async asked => {
    const { request, rules, visibility, collection } = asked
    const caller = { isRoot: request.caller.isRoot, rules }
    const forbidden = checkBulk('allowBulkPatch', caller)
    if (forbidden) return forbidden
    const mode = readWriteMode(request.query, { ...caller, byDefault: 'update', possible: ['update'] })
    if (mode.kind === 'refuse') return mode
    const many = findMany(asked)
    if (many.kind === 'refuse') return many
    const body = readBody(request)
    if (body.kind === 'refuse') return body
    if (isDocument(body.value) && body.value._id !== undefined) return idOfMany()
    const guard = await guardOf(asked, dependencies)
    const prepared = await prepareUpdate(body.value, { rules, visibility, guard })
    if (prepared.kind === 'refuse') return prepared
    return answerMany(await patchAll(prepared.value, { filter: many.filter, guard, asked: { collection, request } }))
  }),
})

type ManyPatch = {
  filter: Document
  guard: WriteGuard
  asked: Pick<CollectionRequest, 'collection' | 'request'>
}

function patchAll(
  update: Record<string, Document>,
  { filter, guard, asked }: ManyPatch,
): Promise<Required<ManyResult>> {
  const { judge } = guard
  const { collection } = asked
  if (!judge) return writeMany(filter, asked, batch => collection.updateMany(batch.filter, update))
  return writeMany(filter, asked, async ({ ids }) => {
    const errors: ManyError[] = []
    const result = { matched: 0, modified: 0, errors }
    for (const id of ids) {
      const target = { filter: allOf({ _id: id }, filter), explainMiss: async () => gone() }
      const outcome = await patchOne(update, { target, judge, collection })
      if (outcome.kind === 'refuse' && outcome.code === 'NOT_FOUND') continue
      result.matched += 1
      if (outcome.kind === 'written') result.modified += 1
      else result.errors.push({ id: JSON.parse(formatDocument(id)), code: outcome.code, message: outcome.detail })
    }
    return result
  })
}

async function patchOne(...patch: Parameters<typeof patchJudged>): ReturnType<typeof patchJudged> {
  try {
    return await patchJudged(...patch)
  } catch (error) {
    if (error instanceof DuplicateKeyError) return refuse('CONFLICT', 'A value that has to be unique is there already.')
    throw error
  }
}

const gone = (): Refusal => refuse('NOT_FOUND', 'It is there no more.')

function idOfMany(): Refusal {
  const message = 'The id of a document never changes. Leave _id out; ?filter= says which documents are meant.'
  return refuse('VALIDATION_FAILED', message, [{ path: '_id', message }])
}
