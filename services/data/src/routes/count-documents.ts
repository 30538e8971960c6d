import { DOCUMENT_RULES } from '@sluice/contracts'
import { applyReadRules, parseFilter } from '@sluice/documents'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { filterParameter } from './schemas.ts'

/** `GET /<collection>/_size`: how many documents of the filter the caller may see. */
export const countDocuments = (dependencies: DataDependencies): Operation => ({
  id: 'countDocuments',
  tag: 'collections',
  summary: 'Count the documents of a collection',
  examples: { answers: { 200: { _size: 5366 } } },
  query: z.object({ filter: filterParameter }),
  answers: { 200: z.object({ _size: z.int().min(0) }) },
  errors: ['BAD_FILTER', 'FORBIDDEN', 'FIELD_HIDDEN', 'NOT_FOUND'],
  appliedRules: DOCUMENT_RULES,
  handle: onExistingCollection(dependencies, async ({ request, collection, rules, visibility }) => {
    const filter = parseFilter(request.query.getAll('filter'), visibility)
    if (filter.kind === 'refuse') return filter
    return ok({ _size: await collection.count(applyReadRules(filter.filter, rules)) })
  }),
})
