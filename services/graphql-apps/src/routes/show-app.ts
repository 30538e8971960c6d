import { DOCUMENT_RULES } from '@sluice/contracts'
import { formatEtag, isSameEtag, readEtagCondition } from '@sluice/documents'
import { notModified, type Operation } from '@sluice/service-kit'
import { openAccess } from '../domain/app-access.ts'
import { parseAppId } from '../domain/app-identity.ts'
import type { AppStore } from '../ports/app-store.ts'
import { appAnswer, noSuchApp } from './app-answer.ts'
import { shownApp } from './app-shape.ts'

/** `GET /gql-apps/<id>`, with its ETag. */
export const showApp = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'showApp',
  tag: 'apps',
  summary: 'Read a GraphQL app',
  headers: ['If-None-Match'],
  answerHeaders: ['ETag'],
  appliedRules: DOCUMENT_RULES,
  answers: { 200: shownApp, 304: 'Not changed since the version of If-None-Match' },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  async handle({ params: { id = '' }, header, caller }) {
    const access = openAccess(caller)
    const app = await appStore.find(parseAppId(id), access.readable)
    if (!app) return noSuchApp(id)
    const etag = formatEtag(app, access.variant)
    if (etag && isSameEtag(readEtagCondition(header('if-none-match')), etag)) return notModified({ etag })
    return appAnswer(app, { access })
  },
})
