import { DOCUMENT_RULES, refuse } from '@sluice/contracts'
import { etagFilter, formatDocument, formatEtag, parseDocumentJson, readEtagCondition } from '@sluice/documents'
import { type Answer, bytes, changedMeanwhile, dryRunQuery, isDryRun, type Operation } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { type CollectionRequest, onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { type ReadProperties, readProperties } from '../domain/collection-properties.ts'
import { checkManagement } from '../domain/management.ts'
import { callerOf, pipelineGuard } from '../pipeline-guard.ts'
import type { CollectionMeta, CollectionProperties } from '../ports/collection-metas.ts'
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
  summary: 'Change the properties of a collection',
  ...changeOfProperties(dependencies),
})

/** `PATCH /<collection>`: the same, as the reference implementation has it. */
export const patchCollection = (dependencies: DataDependencies): Operation => ({
  id: 'patchCollection',
  summary: 'Change the properties of a collection, as at _meta',
  ...changeOfProperties(dependencies),
})

const changeOfProperties = (dependencies: DataDependencies): Omit<Operation, 'id' | 'summary'> => ({
  tag: 'collections',
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
  handle: onExistingCollection(dependencies, async asked => {
    const { request, rules } = asked
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    if (fault) return fault
    const read = readSentProperties(asked, dependencies)
    if (read.kind === 'refuse') return read
    const condition = etagFilter(readEtagCondition(request.header('if-match')))
    const after = await keepProperties(asked, dependencies, { properties: read.properties, condition })
    return after ? answerMeta(after, asked) : changedMeanwhile()
  }),
})

/** Reads the properties that a body sets, and judges what their pipelines may read. */
export function readSentProperties(asked: CollectionRequest, dependencies: DataDependencies): ReadProperties {
  const { request, place } = asked
  const body = readPlainBody(request, ['aggrs'])
  if (body.kind === 'refuse') return body
  return readProperties(body.value, {
    collection: place.namespace.collection,
    takesSchema: place.kind === 'open',
    isRoot: request.caller.isRoot,
    guard: pipelineGuard({ place, rules: {}, caller: callerOf(request, dependencies) }, dependencies),
  })
}

type PropertyChange = { properties: CollectionProperties; condition?: Document }

/** @returns the collection's properties afterwards; undefined where another version is stored than the condition says */
export async function keepProperties(
  { request, place }: CollectionRequest,
  { metas }: DataDependencies,
  { properties, condition = {} }: PropertyChange,
): Promise<CollectionMeta | undefined> {
  const kept = isDryRun(request) ? metas.trial : metas
  await kept.read(place.namespace)
  return kept.change(place.namespace, properties, condition)
}

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
