import { DOCUMENT_RULES, type Refusal } from '@sluice/contracts'
import { readWriteMode } from '@sluice/documents'
import { type Answer, dryRunQuery, type Operation, onlyOnce, readPreconditions } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { z } from 'zod'
import { type CollectionRequest, onCollection, onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkIfMatch } from '../domain/document-target.ts'
import { guardOf } from '../guard-of.ts'
import { readBody } from '../read-body.ts'
import { prepareNew } from '../writes/create-document.ts'
import { bulkResultSchema, createMany } from '../writes/create-many.ts'
import { answerKept, answerOne, settleDocument } from '../writes/kept-outcome.ts'
import { type DocumentStoring, storeDocument } from '../writes/store-document.ts'
import { withDryRun } from '../writes/trial.ts'
import type { WriteGuard } from '../writes/write-guard.ts'
import { createWrittenList } from '../writes/written-list.ts'
import { checkEtagParameter, DOCUMENT_TYPES, documentSchema, jsonModeParameter, writeModeParameter } from './schemas.ts'

/** `POST /<collection>`: stores one document, or each of a list; with `?wm=` in the place of those that are there. */
export const createDocuments = (dependencies: DataDependencies): Operation =>
  onlyOnce(createEachTime(dependencies), {
    repeats: dependencies.repeats,
    // What was written is answered for also where the collection is gone.
    replay: (request, kept) =>
      onCollection(dependencies, async asked => {
        const chosen = chooseMode(asked)
        return chosen.kind === 'refuse' ? chosen : answerKept(kept, asked)
      })(request),
  })

const chooseMode = ({ request: { query, caller }, rules }: CollectionRequest) =>
  readWriteMode(query, { isRoot: caller.isRoot, rules, byDefault: 'insert' })

const createEachTime = (dependencies: DataDependencies): Operation => ({
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
      const { request } = asked
      readPreconditions(request)
      const chosen = chooseMode(asked)
      if (chosen.kind === 'refuse') return chosen
      const { mode } = chosen
      const missing = mode === 'insert' ? undefined : checkIfMatch(request.query, request.header('if-match'))
      if (missing) return missing
      const body = readBody(request)
      if (body.kind === 'refuse') return body
      return store(body.value, { asked, mode }, dependencies)
    }),
  ),
})

type BodyStoring = Pick<DocumentStoring, 'asked' | 'mode'>

async function store(
  value: unknown,
  { asked, mode }: BodyStoring,
  dependencies: DataDependencies,
): Promise<Answer | Refusal> {
  const { claim } = asked.request
  if (Array.isArray(value)) {
    const written = claim && createWrittenList(claim, value)
    const guard = await guardOf(asked, dependencies, written?.settle)
    return createMany(value, {
      asked,
      guard,
      mode,
      kept: claim && written && { claim, written, store: dependencies.store },
    })
  }
  const warningsOf = (document: Document) => guard.warningsOf?.(document) ?? []
  const guard: WriteGuard = await guardOf(asked, dependencies, claim && settleDocument(claim, warningsOf))
  const prepared = await prepareNew(value, { rules: asked.rules, guard, needsId: mode === 'update' })
  if (prepared.kind === 'refuse') return prepared
  const outcome = await storeDocument(prepared.value, { asked, guard, mode })
  if (outcome.kind === 'refuse') return outcome
  return answerOne(outcome, asked, { warnings: guard.warningsOf?.(outcome.document) })
}
