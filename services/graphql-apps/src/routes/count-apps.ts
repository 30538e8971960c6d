import { DOCUMENT_RULES } from '@sluice/contracts'
import { applyReadRules, parseFilter } from '@sluice/documents'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { openAccess } from '../domain/app-access.ts'
import type { AppStore } from '../ports/app-store.ts'
import { filterParameter } from './list-apps.ts'
import { refusingFilters } from './refusing-filters.ts'

/** `GET /gql-apps/_size`: how many apps of the filter the caller may see. */
export const countApps = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'countApps',
  tag: 'apps',
  summary: 'Count the GraphQL apps',
  examples: { answers: { 200: { _size: 1 } } },
  query: z.object({ filter: filterParameter }),
  appliedRules: DOCUMENT_RULES,
  answers: { 200: z.object({ _size: z.int().min(0) }) },
  errors: ['BAD_FILTER', 'FIELD_HIDDEN', 'UNAVAILABLE'],
  handle: refusingFilters(async ({ query, caller }) => {
    const { rules, visibility } = openAccess(caller)
    const filter = parseFilter(query.getAll('filter'), visibility)
    if (filter.kind === 'refuse') return filter
    return ok({ _size: await appStore.count(applyReadRules(filter.filter, rules)) })
  }),
})
