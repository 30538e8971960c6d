import { DOCUMENT_RULES } from '@sluice/contracts'
import { readEtagCondition } from '@sluice/documents'
import { noContent, type Operation } from '@sluice/service-kit'
import { openAccess } from '../domain/app-access.ts'
import { etagOf, parseAppId } from '../domain/app-identity.ts'
import type { AppStore } from '../ports/app-store.ts'
import { changedMeanwhile, isOtherVersion, noSuchApp } from './app-answer.ts'

/** `DELETE /gql-apps/<id>`: its endpoint answers 404 from then on. */
export const deleteApp = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'deleteApp',
  tag: 'apps',
  summary: 'Delete a GraphQL app',
  headers: ['If-Match'],
  appliedRules: DOCUMENT_RULES,
  answers: { 204: 'Deleted' },
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'UNAVAILABLE'],
  async handle({ params: { id = '' }, header, caller }) {
    const appId = parseAppId(id)
    const { writable: within } = openAccess(caller)
    const condition = readEtagCondition(header('if-match'))
    const stored = condition?.kind === 'versions' ? await appStore.find(appId, within) : undefined
    if (stored && isOtherVersion(condition, stored)) return changedMeanwhile()
    const outcome = await appStore.remove(appId, { expectedEtag: stored && etagOf(stored), within })
    if (outcome === 'changed') return changedMeanwhile()
    return outcome === 'missing' ? noSuchApp(id) : noContent()
  },
})
