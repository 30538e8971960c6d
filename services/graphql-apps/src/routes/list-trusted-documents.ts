import { DOCUMENT_RULES, type Refusal } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { type AppAccess, openAccess, refuseHiddenSource } from '../domain/app-access.ts'
import { parseAppId } from '../domain/app-identity.ts'
import { versionOfDocuments } from '../domain/plan/trusted-documents.ts'
import type { AppStore, TrustedDocuments } from '../ports/app-store.ts'
import { noSuchApp } from './app-answer.ts'

export const documentsShape = z
  .record(z.string(), z.string())
  .meta({ description: 'Query documents by the SHA-256 of their text, in lower-case hex.' })

/** Trusted documents count as a field of the app, `documents`, and they speak of its schema. */
export const refuseHiddenDocuments = (access: AppAccess): Refusal | undefined =>
  refuseHiddenSource('The trusted documents', ['documents', 'schema'], access)

/** The ETag of trusted documents, as a header. */
export const documentsEtag = (documents: TrustedDocuments) => ({ etag: `"${versionOfDocuments(documents)}"` })

/** `GET /gql-apps/<id>/documents`: the trusted documents of an app. */
export const listTrustedDocuments = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'listTrustedDocuments',
  tag: 'apps',
  summary: 'Read the trusted documents of a GraphQL app',
  examples: { answers: { 200: {} } },
  appliedRules: DOCUMENT_RULES,
  answers: { 200: documentsShape },
  answerHeaders: ['ETag'],
  errors: ['FIELD_HIDDEN', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle({ params: { id = '' }, caller }) {
    const appId = parseAppId(id)
    const access = openAccess(caller)
    const [app, documents] = await Promise.all([appStore.find(appId, access.readable), appStore.documents(appId)])
    const hidden = refuseHiddenDocuments(access)
    if (app && hidden) return hidden
    if (!app) return noSuchApp(id)
    return ok(documents, { ...documentsEtag(documents), 'cache-control': 'private' })
  },
})
