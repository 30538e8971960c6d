import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { parseAppId } from '../domain/app-identity.ts'
import type { AppStore } from '../ports.ts'
import { noSuchApp } from './app-answer.ts'

export const documentsShape = z
  .record(z.string(), z.string())
  .meta({ description: 'Query documents by the SHA-256 of their text, in lower-case hex.' })

/** `GET /gql-apps/<id>/documents`: the trusted documents of an app. */
export const listDocuments = ({ appStore }: { appStore: AppStore }): Operation => ({
  summary: 'Read the trusted documents of a GraphQL app',
  answers: { 200: documentsShape },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  async handle({ params: { id = '' } }) {
    const appId = parseAppId(id)
    const [app, documents] = await Promise.all([appStore.find(appId), appStore.documents(appId)])
    return app ? ok(documents, { 'cache-control': 'private' }) : noSuchApp(id)
  },
})
