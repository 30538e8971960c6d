import { DOCUMENT_RULES } from '@sluice/contracts'
import { checkSameId } from '@sluice/documents'
import type { Operation } from '@sluice/service-kit'
import { openAccess } from '../domain/app-access.ts'
import { parseAppId } from '../domain/app-identity.ts'
import { readObject } from './app-answer.ts'
import { sentApp, shownApp } from './app-shape.ts'
import { appWriteQuery, readAppWriteMode } from './app-write-mode.ts'
import { type InsertApp, insertApp } from './insert-app.ts'
import { writeApp } from './write-app.ts'

/** `PUT /gql-apps/<id>`: the app is this and nothing else from now on; it is made where there is none. */
export const replaceApp = (dependencies: InsertApp): Operation => ({
  id: 'replaceApp',
  tag: 'apps',
  summary: 'Replace a GraphQL app as a whole, or make it with an id of your choice',
  headers: ['If-Match', 'If-None-Match'],
  answerHeaders: ['ETag', 'Location'],
  query: appWriteQuery,
  body: sentApp,
  appliedRules: DOCUMENT_RULES,
  answers: { 200: shownApp, 201: shownApp },
  errors: [
    'BAD_REQUEST',
    'MALFORMED_JSON',
    'FORBIDDEN',
    'NOT_FOUND',
    'VALIDATION_FAILED',
    'PAYLOAD_TOO_LARGE',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'UNAVAILABLE',
  ],
  async handle(request) {
    const chosen = readAppWriteMode(request, 'upsert')
    if (chosen.kind === 'refuse') return chosen
    const read = readObject(request.rawBody)
    if (read.kind === 'refuse') return read
    const { mergeRequest } = openAccess(request.caller).rules
    const _id = parseAppId(request.params.id ?? '')
    const otherId = checkSameId(read.body, _id, mergeRequest)
    if (otherId) return otherId
    if (chosen.mode === 'insert') return insertApp(dependencies, request, { ...read.body, _id })
    return writeApp(dependencies, request, {
      become: () => read.body,
      ...(chosen.mode === 'upsert' && { makesBelow: dependencies.base }),
    })
  },
})
