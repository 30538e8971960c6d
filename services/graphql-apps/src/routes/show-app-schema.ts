import { DOCUMENT_RULES } from '@sluice/contracts'
import { formatEtag, isSameEtag, readEtagCondition } from '@sluice/documents'
import { bytes, notModified, type Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { openAccess, refuseHiddenSource } from '../domain/app-access.ts'
import { parseAppId } from '../domain/app-identity.ts'
import { completeSdl } from '../domain/compile/complete-sdl.ts'
import type { AppStore } from '../ports/app-store.ts'
import { noSuchApp } from './app-answer.ts'

/** No type is registered for SDL (`application/graphql-response+json` is one of answers); code generators read the text. */
const SDL_TYPE = 'text/plain; charset=utf-8'

/** `GET /gql-apps/<id>/schema`: the SDL, for code generators; also of an app that is disabled or hides its schema. */
export const showAppSchema = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'showAppSchema',
  tag: 'apps',
  summary: 'Read the schema of a GraphQL app as SDL, complete with the scalars of this service',
  examples: { answers: { 200: 'type Query { airport(iata: ID!): Airport }' } },
  headers: ['If-None-Match'],
  answerHeaders: ['ETag'],
  answerTypes: ['text/plain'],
  appliedRules: DOCUMENT_RULES,
  answers: { 200: z.string(), 304: 'Not changed since the version of If-None-Match' },
  errors: ['FIELD_HIDDEN', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle({ params: { id = '' }, header, caller }) {
    const access = openAccess(caller)
    const app = await appStore.find(parseAppId(id), access.readable)
    if (!app) return noSuchApp(id)
    const hidden = refuseHiddenSource('The text', ['schema'], access)
    if (hidden) return hidden
    const etag = formatEtag(app, 'sdl')
    if (etag && isSameEtag(readEtagCondition(header('if-none-match')), etag)) return notModified({ etag })
    const headers = { ...(etag ? { etag } : {}), 'cache-control': 'private' }
    return bytes(completeSdl(String(app.schema ?? '')), SDL_TYPE, { headers })
  },
})
