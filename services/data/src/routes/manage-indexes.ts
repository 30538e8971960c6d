import { type Refusal, refuse } from '@sluice/contracts'
import { checkFilter, isDocument, parseDocumentJson, type Visibility } from '@sluice/documents'
import {
  created,
  dryRunQuery,
  isDryRun,
  isThere,
  noContent,
  type Operation,
  ok,
  parseBody,
  readPreconditions,
  type ServiceRequest,
} from '@sluice/service-kit'
import { type Collection, type Document, UnsupportedByStoreError } from '@sluice/store'
import { z } from 'zod'
import { type CollectionRequest, onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { describeIndex, findDisagreement, indexBody, indexSchema } from '../domain/index-form.ts'
import { checkManagement } from '../domain/management.ts'
import type { DataPath } from '../domain/place.ts'

/** `GET /<collection>/_indexes` */
export const listIndexes = (dependencies: DataDependencies): Operation => ({
  id: 'listIndexes',
  tag: 'collections',
  summary: 'List the indexes of a collection',
  answers: { 200: z.array(indexSchema) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  handle: onExistingCollection(dependencies, async ({ collection, rules, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    return fault ?? ok((await collection.listIndexes()).map(describeIndex))
  }),
})

/** `PUT /<collection>/_indexes/<name>`: makes an index; 200 where it is there already. */
export const createIndex = (dependencies: DataDependencies): Operation => ({
  id: 'createIndex',
  tag: 'collections',
  summary: 'Create an index',
  examples: { body: { keys: { origin: 1 } } },
  // No key and no filter of an index reaches what is hidden; of the documents that it looks at none can be left out.
  appliedRules: ['projectResponse'],
  headers: ['If-None-Match'],
  query: dryRunQuery,
  body: indexBody,
  answers: { 200: indexSchema.describe('It was there already'), 201: indexSchema.describe('It is new') },
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'BAD_FILTER',
    'FORBIDDEN',
    'FIELD_HIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'BAD_REQUEST',
    'PRECONDITION_FAILED',
  ],
  handle: onExistingCollection(dependencies, async ({ collection, place, rules, visibility, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    if (fault) return fault
    const wanted = readIndex(request, { place, visibility })
    if (wanted.kind === 'refuse') return wanted
    const { name, keys, options } = wanted
    const before = await collection.listIndexes()
    const known = before.find(index => index.name === name)
    if (known && readPreconditions(request).mustBeNew) return isThere()
    if (known && JSON.stringify(known.keys) !== JSON.stringify(keys)) return otherIndex(name)
    const made = await makeIndex(collection, { keys, options, isTrial: isDryRun(request) })
    if (typeof made !== 'string') return made
    const stored = (await collection.listIndexes()).find(each => each.name === made)
    const index = describeIndex(stored ?? { ...options, unique: options.unique === true, name: made, keys })
    return before.some(each => each.name === made) ? ok(index) : created(index)
  }),
})

type WantedIndex = { kind: 'index'; name: string } & Pick<IndexMaking, 'keys' | 'options'>

/** Reads which index is asked for. @throws ProblemError for a body of another form */
function readIndex(
  request: ServiceRequest,
  { place, visibility }: Pick<CollectionRequest, 'place' | 'visibility'>,
): WantedIndex | Refusal {
  const { name = '' } = request.params
  const body = parseBody(indexBody, request)
  const { keys, ops } = body
  const unfit = findDisagreement(name, body) ?? checkExpiry(ops, place) ?? checkHiddenKeys(keys, visibility)
  const filter = unfit ?? readPartialFilter(ops.partialFilterExpression, visibility)
  if (filter.kind === 'refuse') return filter
  return { kind: 'index', name, keys, options: { name, ...ops, partialFilterExpression: filter.value } }
}

/** `DELETE /<collection>/_indexes/<name>` */
export const deleteIndex = (dependencies: DataDependencies): Operation => ({
  id: 'deleteIndex',
  tag: 'collections',
  summary: 'Remove an index',
  query: dryRunQuery,
  answers: { 204: 'The index is gone' },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  handle: onExistingCollection(dependencies, async ({ collection, place, rules, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    if (fault) return fault
    const name = request.params.name ?? ''
    const isGone = isDryRun(request) ? await hasIndex(collection, name) : await collection.dropIndex(name)
    if (isGone) return noContent()
    return refuse('NOT_FOUND', `There is no index "${name}" in ${place.path}.`)
  }),
})

const hasIndex = async (collection: Collection, name: string): Promise<boolean> =>
  (await collection.listIndexes()).some(index => index.name === name)

/** Nobody indexes what is hidden from him: each 409 of a unique index would tell of a value that is there. */
const checkHiddenKeys = (keys: object, visibility: Visibility): Refusal | undefined =>
  checkFilter(Object.fromEntries(Object.keys(keys).map(key => [key, null])), visibility)

/** Extended JSON, as in every filter. */
function readPartialFilter(
  given: object | undefined,
  visibility: Visibility,
): { kind: 'filter'; value: Document } | Refusal {
  if (given === undefined) return { kind: 'filter', value: {} }
  const parsed = parseDocumentJson(JSON.stringify(given))
  if (parsed.kind === 'refuse') return badOption('partialFilterExpression', parsed.detail)
  if (!isDocument(parsed.value)) return badOption('partialFilterExpression', 'It is a filter.')
  return checkFilter(parsed.value, visibility) ?? { kind: 'filter', value: parsed.value }
}

type IndexMaking = {
  keys: Parameters<Collection['createIndex']>[0]
  options: NonNullable<Parameters<Collection['createIndex']>[1]>
  isTrial: boolean
}

/** @returns the name of the index that there is now, or would be */
async function makeIndex(collection: Collection, { keys, options, isTrial }: IndexMaking): Promise<string | Refusal> {
  try {
    return await (isTrial ? collection.tryIndex(keys, options) : collection.createIndex(keys, options))
  } catch (error) {
    if (!(error instanceof UnsupportedByStoreError) || !options.collation) throw error
    return badOption(
      'collation',
      `${error.message} Leave it out, or keep a field beside it that holds the text to compare.`,
    )
  }
}

const badOption = (name: string, message: string): Refusal =>
  refuse('VALIDATION_FAILED', message, [{ path: `ops.${name}`, message }])

/** What a store removes by itself no process hears of: a user who is gone would go on signing in. */
function checkExpiry(
  { expireAfterSeconds }: { expireAfterSeconds?: number },
  { kind, path }: DataPath,
): Refusal | undefined {
  if (kind === 'open' || expireAfterSeconds === undefined) return undefined
  const message = `Documents of ${path} can not expire: everybody has to hear of a change. Delete them instead.`
  return refuse('VALIDATION_FAILED', message, [{ path: 'ops.expireAfterSeconds', message }])
}

const otherIndex = (name: string): Refusal =>
  refuse('CONFLICT', `There is another index "${name}" with other keys. Remove it first, or choose another name.`)
