import { DOCUMENT_RULES, type Refusal, refuse } from '@sluice/contracts'
import type { Operation, ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { openAccess } from '../domain/app-access.ts'
import { MAX_VERSIONS, parseAppId } from '../domain/app-identity.ts'
import type { AppStore } from '../ports/app-store.ts'
import { appAnswer } from './app-answer.ts'
import { shownApp } from './app-shape.ts'

/** `GET /gql-apps/<id>/versions/<version>`: the whole app as it was. */
export const showAppVersion = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'showAppVersion',
  tag: 'apps',
  summary: 'Read a GraphQL app as it was',
  answerHeaders: ['ETag'],
  appliedRules: DOCUMENT_RULES,
  answers: { 200: shownApp },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  async handle({ params, caller }) {
    const access = openAccess(caller)
    const kept = await findVersion(appStore, params, access.readable)
    return kept.kind === 'refuse' ? kept : appAnswer(kept.app, { access })
  },
})

/** The version that a path names, where the app is as `within` wants it, and was in that version. */
export async function findVersion(
  appStore: AppStore,
  { id = '', version = '' }: ServiceRequest['params'],
  within: Document,
): Promise<{ kind: 'found'; app: Document } | Refusal> {
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined
  const appId = parseAppId(id)
  const app = number === undefined ? undefined : await appStore.version(appId, number, within)
  if (app && (await appStore.find(appId, within))) return { kind: 'found', app }
  const detail = `The app "${id}" has no version ${version}. The last ${MAX_VERSIONS} are kept; GET /gql-apps/${id}/versions lists them.`
  return refuse('NOT_FOUND', detail)
}
