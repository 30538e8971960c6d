import { DOCUMENT_RULES, refuse } from '@sluice/contracts'
import { etagFilter, formatDocument, formatEtag, parseDocumentJson, readEtagCondition } from '@sluice/documents'
import { type Answer, bytes, changedMeanwhile, dryRunQuery, isDryRun, type Operation } from '@sluice/service-kit'
import { type CollectionRequest, onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { readProperties } from '../domain/collection-properties.ts'
import { checkManagement } from '../domain/management.ts'
import { callerOf, pipelineGuard } from '../pipeline-guard.ts'
import type { CollectionMeta } from '../ports/collection-metas.ts'
import { readPlainBody } from '../read-body.ts'
import { collectionSchema, propertiesSchema } from './schemas.ts'

/**
 * `GET /<collection>/_meta`: the collection's ETag and description; for who manages collections, all its properties. These
 * hold no documents. They name fields, so that a caller from whom some are hidden is told the ETag and the description.
 */
export const getCollectionMeta = (dependencies: DataDependencies): Operation => ({
  id: 'getCollectionMeta',
  tag: 'collections',
  summary: 'Read the properties of a collection',
  answerHeaders: ['ETag'],
  answers: { 200: collectionSchema },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  appliedRules: DOCUMENT_RULES,
  handle: onExistingCollection(dependencies, async (asked, { metas }) =>
    answerMeta(await metas.read(asked.place.namespace), asked),
  ),
})

/** `PATCH /<collection>/_meta`: sets the description, the stored aggregations, the JSON Schema; null takes one off. */
export const patchCollectionMeta = (dependencies: DataDependencies): Operation => ({
  id: 'patchCollectionMeta',
  tag: 'collections',
  summary: 'Change the properties of a collection',
  examples: { body: { description: 'Who flies where' } },
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  body: propertiesSchema,
  answers: { 200: collectionSchema },
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PRECONDITION_FAILED',
    'UNSUPPORTED_MEDIA_TYPE',
    'FIELD_HIDDEN',
    'UNAVAILABLE',
  ],
  handle: onExistingCollection(dependencies, async (asked, { metas }) => {
    const { request, place, rules } = asked
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    if (fault) return fault
    const body = readPlainBody(request, ['aggrs'])
    if (body.kind === 'refuse') return body
    const { collection } = place.namespace
    const read = readProperties(body.value, {
      collection,
      takesSchema: place.kind === 'open',
      isRoot: request.caller.isRoot,
      guard: pipelineGuard({ place, rules: {}, caller: callerOf(request, dependencies) }, dependencies),
    })
    if (read.kind === 'refuse') return read
    const kept = isDryRun(request) ? metas.trial : metas
    await kept.read(place.namespace)
    const condition = etagFilter(readEtagCondition(request.header('if-match')))
    const after = await kept.change(place.namespace, read.properties, condition)
    return after ? answerMeta(after, asked) : changedMeanwhile()
  }),
})

/** The answer that tells a collection's version, and its properties to whom they concern. */
export function answerMeta(meta: CollectionMeta, asked: CollectionRequest, options: MetaAnswer = {}): Answer {
  const { place, request, rules, mode } = asked
  const isShown =
    rules.projectResponse === undefined && checkManagement({ isRoot: request.caller.isRoot, rules }) === undefined
  const etag = formatEtag({ _etag: meta.etag }, '')
  const fields = [
    ['_id', JSON.stringify(place.namespace.collection)],
    ['_etag', formatDocument(meta.etag)],
    ...(meta.description === undefined ? [] : [['description', JSON.stringify(meta.description)]]),
    ...(isShown && meta.aggrs !== undefined ? [['aggrs', rewrite(meta.aggrs, mode.mode)]] : []),
    ...(isShown && meta.jsonSchema !== undefined ? [['jsonSchema', meta.jsonSchema]] : []),
  ]
  const text = `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
  const headers = { ...options.headers, ...(etag ? { ETag: etag } : {}) }
  return bytes(text, mode.mediaType, { status: options.status ?? 200, headers })
}

type MetaAnswer = { status?: number; headers?: Record<string, string> }

function rewrite(canonical: string, mode: CollectionRequest['mode']['mode']): string {
  const parsed = parseDocumentJson(canonical)
  return parsed.kind === 'parsed' ? formatDocument(parsed.value, mode) : 'null'
}

/** `DELETE` of what only its version may remove. */
export const ifMatchMissing = (path: string) =>
  refuse('IF_MATCH_REQUIRED', `Send If-Match with the ETag that GET ${path}/_meta answers.`)
