import { DOCUMENT_RULES, type Refusal } from '@sluice/contracts'
import { checkSameId, readWriteMode, type WriteMode } from '@sluice/documents'
import type { Operation } from '@sluice/service-kit'
import { answerWritten } from '../answer-document.ts'
import { exists, onCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { type DataPath, noCollection } from '../domain/place.ts'
import { guardOf } from '../guard-of.ts'
import { readBody } from '../read-body.ts'
import { findTarget } from '../writes/find-target.ts'
import { patchDocument as patch, prepareUpdate } from '../writes/patch-document.ts'
import { withDryRun } from '../writes/trial.ts'
import { changeQuery, DOCUMENT_TYPES, documentSchema, writeErrors } from './schemas.ts'

/** `PATCH /<collection>/<id>`: sets fields (dotted names reach inside), or carries out update operators; with `?wm=` on none. */
export const patchDocument = (dependencies: DataDependencies): Operation => ({
  id: 'patchDocument',
  tag: 'collections',
  summary: 'Change fields of a document',
  examples: { body: { flights: 2 } },
  headers: ['If-Match', 'If-None-Match'],
  answerHeaders: ['ETag'],
  query: changeQuery,
  body: documentSchema.describe('Fields to set, dotted names reach inside; or update operators such as `$inc`.'),
  answerTypes: DOCUMENT_TYPES,
  answers: {
    200: documentSchema.describe('The document as it is stored'),
    201: documentSchema.describe('The document is new (`wm=insert`, `wm=upsert`)'),
  },
  errors: [
    ...writeErrors,
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'BAD_FILTER',
    'FIELD_HIDDEN',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  appliedRules: DOCUMENT_RULES,
  handle: onCollection(
    dependencies,
    withDryRun(async asked => {
      const { request, place, rules, visibility } = asked
      const chosen = readWriteMode(request.query, { isRoot: request.caller.isRoot, rules, byDefault: 'update' })
      if (chosen.kind === 'refuse') return chosen
      const { mode } = chosen
      const target = (await refuseAbsent(place, mode, dependencies)) ?? findTarget(asked)
      if (target.kind === 'refuse') return target
      const body = readBody(request)
      if (body.kind === 'refuse') return body
      const otherId = checkSameId(body.value, target.id, rules.mergeRequest)
      if (otherId) return otherId
      const guard = await guardOf(asked, dependencies)
      const prepared = await prepareUpdate(body.value, { rules, visibility, guard })
      if (prepared.kind === 'refuse') return prepared
      const outcome = await patch(prepared.value, { target, guard, mode })
      if (outcome.kind === 'refuse') return outcome
      const warnings = guard.warningsOf?.(outcome.document)
      return answerWritten(outcome.document, asked, { status: outcome.isNew ? 201 : 200, warnings })
    }),
  ),
})

/** Nothing is made in a collection that is not there. */
async function refuseAbsent(
  place: DataPath,
  mode: WriteMode,
  dependencies: DataDependencies,
): Promise<Refusal | undefined> {
  return mode === 'update' || (await exists(place, dependencies)) ? undefined : noCollection(place, dependencies)
}
