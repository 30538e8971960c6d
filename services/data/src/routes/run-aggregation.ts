import { DOCUMENT_RULES, type Refusal, refuse } from '@sluice/contracts'
import {
  bindVariables,
  decodeDocument,
  formatDocument,
  guardStages,
  transcodeDocuments,
  variablesIn,
} from '@sluice/documents'
import { type Answer, bytes, type Operation } from '@sluice/service-kit'
import { type Document, InvalidQueryError, UnsupportedByStoreError } from '@sluice/store'
import { z } from 'zod'
import { type CollectionRequest, onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { readVariables } from '../domain/aggregation-query.ts'
import { callerOf, pipelineGuard } from '../pipeline-guard.ts'
import type { Aggregation } from '../ports/collection-metas.ts'
import { DOCUMENT_TYPES, documentSchema, jsonModeParameter, pageParameters } from './schemas.ts'

/** More is never cut off in silence. */
const MAX_RESULTS = 10_000

const query = z.object({
  avars: z.string().optional().describe('JSON object: a value for each variable of the pipeline.'),
  ...pageParameters,
  jsonMode: jsonModeParameter,
})

/** `GET /<collection>/_aggrs/<name>`: what a stored pipeline makes of the documents that the caller may read. */
export const runAggregation = (dependencies: DataDependencies): Operation => ({
  id: 'runAggregation',
  tag: 'collections',
  summary: 'Run a stored aggregation',
  answerHeaders: ['X-Total-Count'],
  query,
  answerTypes: DOCUMENT_TYPES,
  answers: { 200: z.array(documentSchema) },
  errors: ['BAD_QUERY', 'FORBIDDEN', 'FIELD_HIDDEN', 'NOT_FOUND', 'UNAVAILABLE'],
  appliedRules: DOCUMENT_RULES,
  handle: onExistingCollection(dependencies, async (asked, { metas }) => {
    const { request, place } = asked
    const name = request.params.name ?? ''
    const aggregation = (await metas.rulesOf(place.namespace)).aggregations.get(name)
    if (!aggregation) return refuse('NOT_FOUND', `There is no aggregation "${name}" at ${place.path}.`)
    const prepared = prepare(aggregation, asked, dependencies)
    if (prepared.kind === 'refuse') return prepared
    return answer(prepared.stages, asked, { name, isWhole: !isPaged(aggregation) })
  }),
})

function prepare(
  { stages }: Aggregation,
  { request, place, rules }: CollectionRequest,
  dependencies: DataDependencies,
): { kind: 'guarded'; stages: Document[] } | Refusal {
  const caller = callerOf(request, dependencies)
  const variables = readVariables(request.query, caller)
  if (variables.kind === 'refuse') return variables
  const bound = bindVariables(stages, variables.values)
  if (bound.kind === 'refuse') return bound
  return guardStages(bound.stages, place.namespace.collection, pipelineGuard({ place, rules, caller }, dependencies))
}

/** Whether the results are those of one page: the pipeline begins behind the pages before. */
const isPaged = ({ stages }: Aggregation): boolean =>
  variablesIn(stages).some(({ name }) => name === '@page' || name === '@skip')

/** @param run.isWhole there are no results but these, whatever page is asked for */
async function answer(
  stages: readonly Document[],
  asked: CollectionRequest,
  { name, isWhole }: { name: string; isWhole: boolean },
): Promise<Answer | Refusal> {
  const { request, collection, mode } = asked
  try {
    const found = await collection.aggregateRaw([...stages, { $limit: MAX_RESULTS + 1 }])
    if (found.length > MAX_RESULTS) return tooMany(name)
    request.hold(found.reduce((sum, { length }) => sum + length, 0))
    const headers = isWhole ? { 'X-Total-Count': String(found.length) } : undefined
    if (mode.mode === 'standard') return bytes(transcodeDocuments(found), mode.mediaType, { headers })
    const texts = found.map(raw => formatDocument(decodeDocument(raw), mode.mode))
    return bytes(`[${texts.join(',')}]`, mode.mediaType, { headers })
  } catch (error) {
    if (!(error instanceof InvalidQueryError || error instanceof UnsupportedByStoreError)) throw error
    return refuse('BAD_QUERY', `The aggregation "${name}" does not work on these documents or values: ${error.message}`)
  }
}

const tooMany = (name: string): Refusal =>
  refuse(
    'BAD_QUERY',
    `The aggregation "${name}" gives more than ${MAX_RESULTS} documents. Let it group or match more, or page it with $skip and $limit by the variables @skip and @limit.`,
  )
