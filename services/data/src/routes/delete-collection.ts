import { etagFilter, readEtagCondition } from '@sluice/documents'
import { changedMeanwhile, dryRunQuery, isDryRun, noContent, type Operation } from '@sluice/service-kit'
import { onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkManagement, checkRemovable } from '../domain/management.ts'
import { ifMatchMissing } from './collection-meta.ts'

/** `DELETE /<collection>`: removes a collection with all its documents; only with its ETag. */
export const deleteCollection = (dependencies: DataDependencies): Operation => ({
  id: 'deleteCollection',
  tag: 'collections',
  summary: 'Remove a collection with all its documents',
  headers: ['If-Match'],
  query: dryRunQuery,
  answers: { 204: 'The collection is gone' },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'IF_MATCH_REQUIRED', 'PRECONDITION_FAILED'],
  handle: onExistingCollection(dependencies, async ({ request, place, rules }, { store, catalog, metas }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules }) ?? checkRemovable(place)
    if (fault) return fault
    const condition = readEtagCondition(request.header('if-match'))
    if (!condition) return ifMatchMissing(place.path)
    const isTrial = isDryRun(request)
    const kept = isTrial ? metas.trial : metas
    await kept.read(place.namespace)
    if (!(await kept.remove(place.namespace, etagFilter(condition)))) return changedMeanwhile()
    if (isTrial) return noContent()
    await store.dropCollection(place.namespace)
    catalog.forget(place.namespace.db)
    return noContent()
  }),
})
