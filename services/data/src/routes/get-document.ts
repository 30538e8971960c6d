import { DOCUMENT_RULES } from '@sluice/contracts'
import { applyReadRules, isSameEtag, parseProjection, readEtagCondition, readRawEtag } from '@sluice/documents'
import { notModified, type Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { answerStored, etagOf } from '../answer-document.ts'
import { onCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { readDocumentTarget } from '../domain/document-target.ts'
import { noDocument } from '../domain/place.ts'
import { DOCUMENT_TYPES, documentSchema, idParameter, idTypeParameter, jsonModeParameter } from './schemas.ts'

const query = z.object({
  id: idParameter,
  id_type: idTypeParameter,
  keys: z.string().optional().describe('JSON object: fields with 1 (only these) or 0 (all but these).'),
  jsonMode: jsonModeParameter,
})

/** `GET /<collection>/<id>`: one document with its `ETag`; 304 for who has it already. */
export const getDocument = (dependencies: DataDependencies): Operation => ({
  id: 'getDocument',
  tag: 'collections',
  summary: 'Read one document',
  headers: ['If-None-Match'],
  answerHeaders: ['ETag'],
  query,
  answerTypes: DOCUMENT_TYPES,
  answers: { 200: documentSchema, 304: 'Not changed since the version of If-None-Match' },
  errors: ['BAD_FILTER', 'BAD_PATH', 'BAD_QUERY', 'FORBIDDEN', 'FIELD_HIDDEN', 'NOT_FOUND'],
  appliedRules: DOCUMENT_RULES,
  handle: onCollection(dependencies, async asked => {
    const { request, place, collection, rules, visibility } = asked
    const target = readDocumentTarget(place, request.params.id ?? '', request.query)
    if (target.kind === 'refuse') return target
    const projection = parseProjection(request.query.getAll('keys'), visibility)
    if (projection.kind === 'refuse') return projection
    const [raw] = await collection.findRaw(applyReadRules({ _id: target.id }, rules), { limit: 1 })
    if (!raw) return noDocument(place.path, target.text)
    const etag = etagOf({ _etag: readRawEtag(raw) }, asked)
    if (etag && isSameEtag(readEtagCondition(request.header('if-none-match')), etag)) {
      return notModified({ ETag: etag, 'Cache-Control': 'private' })
    }
    return answerStored(raw, asked, { etag, keys: projection.keys })
  }),
})
