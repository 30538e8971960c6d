import { DOCUMENT_RULES } from '@sluice/contracts'
import { readWriteMode } from '@sluice/documents'
import { type Answer, dryRunQuery, type Operation, readPreconditions } from '@sluice/service-kit'
import { z } from 'zod'
import { answerWritten } from '../answer-document.ts'
import { type CollectionRequest, onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkIfMatch, pathOfDocument } from '../domain/document-target.ts'
import type { DocumentWritten } from '../domain/outcome.ts'
import { guardOf } from '../guard-of.ts'
import { readBody } from '../read-body.ts'
import { prepareNew } from '../writes/create-document.ts'
import { bulkResultSchema, createMany } from '../writes/create-many.ts'
import { storeDocument } from '../writes/store-document.ts'
import { withDryRun } from '../writes/trial.ts'
import type { WriteGuard } from '../writes/write-guard.ts'
import { checkEtagParameter, DOCUMENT_TYPES, documentSchema, jsonModeParameter, writeModeParameter } from './schemas.ts'

/** `POST /<collection>`: stores one document, or each of a list; with `?wm=` in the place of those that are there. */
export const createDocuments = (dependencies: DataDependencies): Operation => ({
  id: 'createDocuments',
  tag: 'collections',
  summary: 'Create a document, or a list of them',
  answerHeaders: ['ETag', 'Location'],
  headers: ['If-Match', 'If-None-Match'],
  query: z.object({
    wm: writeModeParameter(
      'Default `insert`: an `_id` that is there is 409. `update` and `upsert` replace the document.',
    ),
    checkEtag: checkEtagParameter,
    jsonMode: jsonModeParameter,
    ...dryRunQuery.shape,
  }),
  body: z.union([documentSchema, z.array(documentSchema).min(1).max(1000)]),
  answerTypes: DOCUMENT_TYPES,
  answers: {
    200: z
      .union([bulkResultSchema, documentSchema])
      .describe('Every document of the list is stored; or the one that was sent, in the place of another (`wm`)'),
    201: documentSchema.describe('The document as it is stored, which is new'),
    207: bulkResultSchema.describe('Some documents of the list are stored; `errors` says which are not, and why'),
  },
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'BAD_QUERY',
    'BAD_REQUEST',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'IF_MATCH_REQUIRED',
    'PRECONDITION_FAILED',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  appliedRules: DOCUMENT_RULES,
  handle: onExistingCollection(
    dependencies,
    withDryRun(async asked => {
      const { request, rules } = asked
      readPreconditions(request)
      const chosen = readWriteMode(request.query, { isRoot: request.caller.isRoot, rules, byDefault: 'insert' })
      if (chosen.kind === 'refuse') return chosen
      const { mode } = chosen
      const missing = mode === 'insert' ? undefined : checkIfMatch(request.query, request.header('if-match'))
      if (missing) return missing
      const body = readBody(request)
      if (body.kind === 'refuse') return body
      const guard = await guardOf(asked, dependencies)
      if (Array.isArray(body.value)) return createMany(body.value, { asked, guard, mode })
      const prepared = await prepareNew(body.value, { rules, guard, needsId: mode === 'update' })
      if (prepared.kind === 'refuse') return prepared
      const outcome = await storeDocument(prepared.value, { asked, guard, mode })
      if (outcome.kind === 'refuse') return outcome
      return answerOutcome(outcome, asked, guard)
    }),
  ),
})

function answerOutcome(
  { document, isNew }: DocumentWritten,
  asked: CollectionRequest,
  guard: WriteGuard,
): Promise<Answer> {
  const warnings = guard.warningsOf?.(document)
  if (!isNew) return answerWritten(document, asked, { status: 200, warnings })
  const headers = { Location: pathOfDocument(asked.place, document._id) }
  return answerWritten(document, asked, { status: 201, headers, warnings })
}
