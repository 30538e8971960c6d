import { DOCUMENT_RULES } from '@sluice/contracts'
import {
  changedMeanwhile,
  dryRunQuery,
  isDryRun,
  judgePreconditions,
  noContent,
  type Operation,
  readPreconditions,
} from '@sluice/service-kit'
import { openAccess } from '../domain/app-access.ts'
import { etagOf, parseAppId } from '../domain/app-identity.ts'
import type { AppStore } from '../ports/app-store.ts'
import { noSuchApp } from './app-answer.ts'
import { authorOf } from './app-author.ts'

/** `DELETE /gql-apps/<id>`: its endpoint answers 404 from then on. */
export const deleteApp = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'deleteApp',
  tag: 'apps',
  summary: 'Delete a GraphQL app',
  headers: ['If-Match'],
  query: dryRunQuery,
  appliedRules: DOCUMENT_RULES,
  answers: { 204: 'Deleted' },
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'UNAVAILABLE'],
  async handle(request) {
    const { id = '' } = request.params
    const appId = parseAppId(id)
    const { writable: within } = openAccess(request.caller)
    const conditions = readPreconditions(request)
    const isConditional = conditions.mustBeNew || conditions.ifMatch?.kind === 'versions'
    const stored = isConditional ? await appStore.find(appId, within) : undefined
    const unmet = stored && judgePreconditions(conditions, etagOf(stored))
    if (unmet) return unmet
    const expectedEtag = stored && etagOf(stored)
    const outcome = await appStore.remove(appId, {
      expectedEtag,
      within,
      by: authorOf(request.caller),
      isDryRun: isDryRun(request),
    })
    if (outcome === 'changed') return changedMeanwhile()
    return outcome === 'missing' ? noSuchApp(id) : noContent()
  },
})
