import type { Operation } from '@sluice/service-kit'
import { answerWritten } from '../answer-document.ts'
import { onExistingCollection } from '../collection-request.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkSameId } from '../domain/same-id.ts'
import { readWriteMode } from '../domain/write-mode.ts'
import { guardOf } from '../guard-of.ts'
import { readBody } from '../read-body.ts'
import { prepareNew } from '../writes/create-document.ts'
import { findTarget } from '../writes/find-target.ts'
import { replaceDocument as replace } from '../writes/replace-document.ts'
import { documentSchema, replaceQuery, writeErrors } from './schemas.ts'

/** `PUT /<collection>/<id>`: replaces a document; with `?wm=` creates it, or does what fits. */
export const replaceDocument = (dependencies: Dependencies): Operation => ({
  summary: 'Replace a document',
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: replaceQuery,
  body: documentSchema,
  answers: {
    200: documentSchema.describe('The document as it is stored'),
    201: documentSchema.describe('The document is new (`wm=insert`, `wm=upsert`)'),
  },
  errors: [...writeErrors, 'MALFORMED_JSON', 'VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT'],
  handle: onExistingCollection(dependencies, async asked => {
    const { request, rules } = asked
    const mode = readWriteMode(request.query.get('wm'), request.caller.isRoot || rules.allowWriteMode === true)
    if (mode.kind === 'refuse') return mode
    const target = findTarget(asked)
    if (target.kind === 'refuse') return target
    const body = readBody(request)
    if (body.kind === 'refuse') return body
    const otherId = checkSameId(body.value, target.id)
    if (otherId) return otherId
    const guard = await guardOf(asked, dependencies)
    const prepared = await prepareNew(body.value, { rules, guard, id: target.id })
    if (prepared.kind === 'refuse') return prepared
    const outcome = await replace(prepared.value, { target, mode: mode.mode, guard })
    if (outcome.kind === 'refuse') return outcome
    return answerWritten(outcome.document, asked, { status: outcome.isNew ? 201 : 200 })
  }),
})
