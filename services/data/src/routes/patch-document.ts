import type { Operation } from '@sluice/service-kit'
import { answerWritten } from '../answer-document.ts'
import { onCollection } from '../collection-request.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkSameId } from '../domain/same-id.ts'
import { guardOf } from '../guard-of.ts'
import { readBody } from '../read-body.ts'
import { findTarget } from '../writes/find-target.ts'
import { patchDocument as patch, prepareUpdate } from '../writes/patch-document.ts'
import { documentSchema, writeErrors, writeQuery } from './schemas.ts'

/** `PATCH /<collection>/<id>`: sets fields (dotted names reach inside), or carries out update operators. */
export const patchDocument = (dependencies: Dependencies): Operation => ({
  summary: 'Change fields of a document',
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: writeQuery,
  body: documentSchema.describe('Fields to set, dotted names reach inside; or update operators such as `$inc`.'),
  answers: { 200: documentSchema.describe('The document as it is stored') },
  errors: [...writeErrors, 'MALFORMED_JSON', 'VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT'],
  handle: onCollection(dependencies, async asked => {
    const target = findTarget(asked)
    if (target.kind === 'refuse') return target
    const body = readBody(asked.request)
    if (body.kind === 'refuse') return body
    const otherId = checkSameId(body.value, target.id)
    if (otherId) return otherId
    const guard = await guardOf(asked, dependencies)
    const { rules, visibility } = asked
    const prepared = await prepareUpdate(body.value, { rules, visibility, guard })
    if (prepared.kind === 'refuse') return prepared
    const outcome = await patch(prepared.value, { target, guard })
    return outcome.kind === 'refuse' ? outcome : answerWritten(outcome.document, asked, { status: 200 })
  }),
})
