import type { Refusal } from '@sluice/contracts'
import { formatPathId } from '@sluice/documents'
import type { Answer, Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { answerWritten } from '../answer-document.ts'
import { type CollectionRequest, onExistingCollection } from '../collection-request.ts'
import type { Dependencies } from '../dependencies.ts'
import { guardOf } from '../guard-of.ts'
import { readBody } from '../read-body.ts'
import { insertDocument, prepareNew } from '../writes/create-document.ts'
import { bulkResultSchema, createMany } from '../writes/create-many.ts'
import { documentSchema, jsonModeParameter } from './schemas.ts'

/** `POST /<collection>`: stores one document, or each of a list. */
export const createDocuments = (dependencies: Dependencies): Operation => ({
  summary: 'Create a document, or a list of them',
  answerHeaders: ['ETag', 'Location'],
  query: z.object({ jsonMode: jsonModeParameter }),
  body: z.union([documentSchema, z.array(documentSchema).min(1).max(1000)]),
  answers: {
    200: bulkResultSchema.describe('Every document of the list is stored'),
    201: documentSchema.describe('The document as it is stored'),
    207: bulkResultSchema.describe('Some documents of the list are stored; `errors` says which are not, and why'),
  },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNSUPPORTED_MEDIA_TYPE'],
  handle: onExistingCollection(dependencies, async asked => {
    const body = readBody(asked.request)
    if (body.kind === 'refuse') return body
    const guard = await guardOf(asked, dependencies)
    if (Array.isArray(body.value)) return createMany(body.value, asked, guard)
    const prepared = await prepareNew(body.value, { rules: asked.rules, guard })
    if (prepared.kind === 'refuse') return prepared
    const outcome = await insertDocument(prepared.value, guard)
    return outcome.kind === 'refuse' ? outcome : answerCreated(prepared.value, asked)
  }),
})

function answerCreated(document: { [field: string]: unknown }, asked: CollectionRequest): Promise<Answer | Refusal> {
  const id = formatPathId(document._id)
  const headers: Record<string, string> = id === undefined ? {} : { Location: `${asked.place.path}/${id}` }
  return answerWritten(document, asked, { status: 201, headers })
}
