import { DOCUMENT_RULES, type GrantedRules, type Refusal } from '@sluice/contracts'
import { checkNewId, checkSameId, readWriteMode, type WriteMode } from '@sluice/documents'
import type { Operation, ServiceRequest } from '@sluice/service-kit'
import { answerWritten } from '../answer-document.ts'
import { onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { guardOf } from '../guard-of.ts'
import { readBody } from '../read-body.ts'
import { prepareNew } from '../writes/create-document.ts'
import { findTarget } from '../writes/find-target.ts'
import { replaceDocument as replace } from '../writes/replace-document.ts'
import { withDryRun } from '../writes/trial.ts'
import { changeQuery, DOCUMENT_TYPES, documentSchema, writeErrors } from './schemas.ts'

/** `PUT /<collection>/<id>`: replaces a document; with `?wm=` creates it, or does what fits. */
export const replaceDocument = (dependencies: DataDependencies): Operation => ({
  id: 'replaceDocument',
  tag: 'collections',
  summary: 'Replace a document',
  headers: ['If-Match', 'If-None-Match'],
  answerHeaders: ['ETag'],
  query: changeQuery,
  body: documentSchema,
  answerTypes: DOCUMENT_TYPES,
  answers: {
    200: documentSchema.describe('The document as it is stored'),
    201: documentSchema.describe('The document is new (`wm=insert`, `wm=upsert`)'),
  },
  errors: [...writeErrors, 'MALFORMED_JSON', 'VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE'],
  appliedRules: DOCUMENT_RULES,
  handle: onExistingCollection(
    dependencies,
    withDryRun(async asked => {
      const { request, rules } = asked
      const target = findTarget(asked)
      if (target.kind === 'refuse') return target
      const sent = readReplacement(request, rules)
      if (sent.kind === 'refuse') return sent
      const { mode, value } = sent
      const refusedId = checkSameId(value, target.id, rules.mergeRequest) ?? checkId(target.id, mode)
      if (refusedId) return refusedId
      const guard = await guardOf(asked, dependencies)
      const prepared = await prepareNew(value, { rules, guard, target })
      if (prepared.kind === 'refuse') return prepared
      const outcome = await replace(prepared.value, { target, mode, guard })
      if (outcome.kind === 'refuse') return outcome
      const warnings = guard.warningsOf?.(outcome.document)
      return answerWritten(outcome.document, asked, { status: outcome.isNew ? 201 : 200, warnings })
    }),
  ),
})

type SentReplacement = { kind: 'sent'; mode: WriteMode; value: unknown } | Refusal

/** A body that is empty makes a document with an id alone. One that is there is never emptied by a body that got lost. */
function readReplacement(request: ServiceRequest, rules: GrantedRules): SentReplacement {
  const chosen = readWriteMode(request.query, { isRoot: request.caller.isRoot, rules, byDefault: 'update' })
  if (chosen.kind === 'refuse') return chosen
  const { mode } = chosen
  if (request.rawBody.length === 0 && mode !== 'update') return { kind: 'sent', mode: 'insert', value: {} }
  const body = readBody(request)
  return body.kind === 'refuse' ? body : { kind: 'sent', mode, value: body.value }
}

/** A write that may make the document is held to what holds for the ids of new ones. */
const checkId = (id: unknown, mode: WriteMode): Refusal | undefined => (mode === 'update' ? undefined : checkNewId(id))
