import { readEtagCondition } from '@sluice/documents'
import { noContent, type Operation } from '@sluice/service-kit'
import { etagOf, parseAppId } from '../domain/app-identity.ts'
import type { AppStore } from '../ports.ts'
import { changedMeanwhile, isOtherVersion, noSuchApp } from './app-answer.ts'

/** `DELETE /gql-apps/<id>`: its endpoint answers 404 from then on. */
export const deleteApp = ({ appStore }: { appStore: AppStore }): Operation => ({
  summary: 'Delete a GraphQL app',
  headers: ['If-Match'],
  answers: { 204: 'Deleted' },
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'UNAVAILABLE'],
  async handle({ params: { id = '' }, header }) {
    const appId = parseAppId(id)
    const condition = readEtagCondition(header('if-match'))
    const stored = condition?.kind === 'versions' ? await appStore.find(appId) : undefined
    if (stored && isOtherVersion(condition, stored)) return changedMeanwhile()
    const outcome = await appStore.remove(appId, stored && etagOf(stored))
    if (outcome === 'changed') return changedMeanwhile()
    return outcome === 'missing' ? noSuchApp(id) : noContent()
  },
})
