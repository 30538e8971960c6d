import { formatEtag, isSameEtag, readEtagCondition } from '@sluice/documents'
import { notModified, type Operation } from '@sluice/service-kit'
import { parseAppId } from '../domain/app-identity.ts'
import type { AppStore } from '../ports.ts'
import { appAnswer, appShape, noSuchApp } from './app-answer.ts'

/** `GET /gql-apps/<id>`, with its ETag. */
export const showApp = ({ appStore }: { appStore: AppStore }): Operation => ({
  summary: 'Read a GraphQL app',
  headers: ['If-None-Match'],
  answerHeaders: ['ETag'],
  answers: { 200: appShape, 304: 'Not changed since the version of If-None-Match' },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  async handle({ params: { id = '' }, header }) {
    const app = await appStore.find(parseAppId(id))
    if (!app) return noSuchApp(id)
    const etag = formatEtag(app, '')
    if (etag && isSameEtag(readEtagCondition(header('if-none-match')), etag)) return notModified({ etag })
    return appAnswer(app, 200)
  },
})
