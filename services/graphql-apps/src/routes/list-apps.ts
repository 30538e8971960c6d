import { DOCUMENT_RULES, type Refusal } from '@sluice/contracts'
import {
  applyReadRules,
  decodeDocument,
  formatDocument,
  isHidden,
  planProjection,
  readListQuery,
  transcodeDocuments,
} from '@sluice/documents'
import { type Answer, bytes, type Operation, parseQuery, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { openAccess } from '../domain/app-access.ts'
import type { AppStore } from '../ports/app-store.ts'
import { shownApp } from './app-shape.ts'
import { refusingFilters } from './refusing-filters.ts'

const search = z.object({
  q: z.string().max(200).optional().meta({ description: 'Text in the name, description or uri, whatever its case.' }),
})
const SEARCHED = ['descriptor.name', 'descriptor.description', 'descriptor.uri']

export const filterParameter = z.array(z.string()).optional().meta({
  description: 'Conditions, each a JSON object (MongoDB’s operators). All must hold.',
})

const listQuery = search.extend({
  filter: filterParameter,
  sort: z
    .array(z.string())
    .optional()
    .meta({ description: 'Each `field`, `-field`, or a JSON object of 1 and -1. Default `-_id`.' }),
  keys: z.string().optional().meta({ description: 'JSON object: fields with 1 (only these) or 0 (all but these).' }),
  page: z.coerce.number().int().min(1).default(1),
  pagesize: z.coerce.number().int().min(0).max(1000).default(100),
})

/** `GET /gql-apps`: a page of the apps that the caller may see, as of any collection, with `X-Total-Count`. */
export const listApps = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'listApps',
  tag: 'apps',
  summary: 'List the GraphQL apps, newest first',
  answerHeaders: ['X-Total-Count'],
  query: listQuery,
  appliedRules: DOCUMENT_RULES,
  answers: { 200: z.array(shownApp) },
  errors: ['BAD_FILTER', 'BAD_QUERY', 'FIELD_HIDDEN', 'OVERLOADED', 'UNAVAILABLE'],
  handle: refusingFilters(request => list(appStore, request)),
})

async function list(appStore: AppStore, request: ServiceRequest): Promise<Answer | Refusal> {
  const { query, caller } = request
  const { rules, visibility } = openAccess(caller)
  const asked = readListQuery(query, visibility)
  if (asked.kind === 'refuse') return asked
  const { q } = parseQuery(search, new URLSearchParams(query.getAll('q').map(text => ['q', text])))
  const plan = planProjection(asked.keys, visibility)
  const { sort, skip, limit } = asked
  const { documents, total } = await appStore.list({
    filter: applyReadRules(asked.filter, rules),
    // What is hidden is not searched: whether it is found would tell what it holds.
    search: { contains: q, fields: SEARCHED.filter(field => !isHidden(field, visibility)) },
    sort,
    skip,
    limit,
    projection: plan.fields,
  })
  request.hold(documents.reduce((sum, { length }) => sum + length, 0))
  const body = plan.isExact
    ? transcodeDocuments(documents)
    : `[${documents.map(raw => formatDocument(plan.shape(decodeDocument(raw)))).join(',')}]`
  return bytes(body, 'application/json', { headers: { 'x-total-count': String(total) } })
}
