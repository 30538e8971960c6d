import { DOCUMENT_RULES, type Refusal, refuse } from '@sluice/contracts'
import {
  applyReadRules,
  decodeDocument,
  formatDocument,
  type ListQuery,
  planProjection,
  readListQuery,
  transcodeDocuments,
} from '@sluice/documents'
import { bytes, type Operation } from '@sluice/service-kit'
import { InvalidQueryError } from '@sluice/store'
import { z } from 'zod'
import { type CollectionRequest, exists, onCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { noCollection } from '../domain/place.ts'
import {
  DOCUMENT_TYPES,
  documentSchema,
  filterParameter,
  jsonModeParameter,
  pageParameters,
  sortParameter,
} from './schemas.ts'

const query = z.object({
  filter: filterParameter,
  sort: sortParameter,
  keys: z.string().optional().describe('JSON object: fields with 1 (only these) or 0 (all but these).'),
  ...pageParameters,
  count: z
    .enum(['true', 'false', 'estimated'])
    .optional()
    .describe('Adds `X-Total-Count`; `estimated` is faster and about right.'),
  hint: z.string().optional().describe('Name or keys of the index to use.'),
  jsonMode: jsonModeParameter,
})

/** `GET /<collection>`: a page of the documents that the caller may see. */
export const listDocuments = (dependencies: DataDependencies): Operation => ({
  id: 'listDocuments',
  tag: 'collections',
  summary: 'List the documents of a collection',
  answerHeaders: ['X-Total-Count'],
  query,
  answerTypes: DOCUMENT_TYPES,
  answers: { 200: z.array(documentSchema) },
  errors: ['BAD_FILTER', 'BAD_QUERY', 'FORBIDDEN', 'FIELD_HIDDEN', 'NOT_FOUND', 'OVERLOADED'],
  appliedRules: DOCUMENT_RULES,
  handle: onCollection(dependencies, async asked => {
    const list = readListQuery(asked.request.query, asked.visibility)
    if (list.kind === 'refuse') return list
    const [page, total] = await Promise.all([
      readPage(asked, list, dependencies).catch(error => refuseHint(error, asked, list)),
      countAll(asked, list),
    ])
    if ('kind' in page)
      return (await exists(asked.place, dependencies)) ? page : noCollection(asked.place, dependencies)
    if (page.count === 0 && !(await exists(asked.place, dependencies))) return noCollection(asked.place, dependencies)
    const headers =
      total === undefined ? undefined : { 'X-Total-Count': String(total.count), 'X-Count-Strategy': total.strategy }
    return bytes(page.json, asked.mode.mediaType, { headers })
  }),
})

type DocumentPage = { json: string | Uint8Array; count: number }

async function readPage(
  asked: CollectionRequest,
  list: ListQuery,
  { largePages }: DataDependencies,
): Promise<DocumentPage> {
  if (list.limit === 0) return { json: '[]', count: 0 }
  const { request, place, collection, rules, visibility, mode } = asked
  const plan = planProjection(list.keys, visibility)
  const { sort, skip, limit, hint } = list
  const options = { sort, skip, limit, projection: plan.fields, hint }
  const filter = applyReadRules(list.filter, rules)
  const found = await largePages.read(place.namespace, limit, () => collection.findRaw(filter, options))
  request.hold(found.reduce((sum, { length }) => sum + length, 0))
  // Nobody has to look inside: the bytes of the store become those of the answer.
  if (plan.isExact && mode.mode === 'standard') return { json: transcodeDocuments(found), count: found.length }
  const texts = found.map(raw => formatDocument(plan.shape(decodeDocument(raw)), mode.mode))
  return { json: `[${texts.join(',')}]`, count: found.length }
}

/** A hint is at fault where there is no such index; all else is not for this to say. */
async function refuseHint(error: unknown, { collection }: CollectionRequest, { hint }: ListQuery): Promise<Refusal> {
  if (hint === undefined || !(error instanceof InvalidQueryError)) throw error
  const indexes = await collection.listIndexes()
  const isThere = indexes.some(({ name, keys }) => name === hint || JSON.stringify(keys) === JSON.stringify(hint))
  if (isThere) throw error
  const message = 'hint names no index of this collection. GET /<collection>/_indexes lists them to who manages it.'
  return refuse('BAD_QUERY', message, [{ path: 'hint', message }])
}

type TotalCount = { count: number; strategy: 'exact' | 'estimated' }

async function countAll({ collection, rules }: CollectionRequest, list: ListQuery): Promise<TotalCount | undefined> {
  if (list.count === 'no') return undefined
  const filter = applyReadRules(list.filter, rules)
  const isEverything = Object.keys(filter).length === 0
  return list.count === 'estimated' && isEverything
    ? { count: await collection.estimatedCount(), strategy: 'estimated' }
    : { count: await collection.count(filter), strategy: 'exact' }
}
