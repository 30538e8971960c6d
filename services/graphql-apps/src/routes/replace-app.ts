import { DOCUMENT_RULES } from '@sluice/contracts'
import { checkSameId } from '@sluice/documents'
import { dryRunQuery, type Operation } from '@sluice/service-kit'
import { openAccess } from '../domain/app-access.ts'
import { parseAppId } from '../domain/app-identity.ts'
import { readObject } from './app-answer.ts'
import { sentApp, shownApp } from './app-shape.ts'
import { type WriteApp, writeApp } from './write-app.ts'

/** `PUT /gql-apps/<id>`: the app is this and nothing else from now on; it is made where there is none. */
export const replaceApp = (dependencies: WriteApp & { base: string }): Operation => ({
  id: 'replaceApp',
  tag: 'apps',
  summary: 'Replace a GraphQL app as a whole, or make it with an id of your choice',
  headers: ['If-Match', 'If-None-Match'],
  answerHeaders: ['ETag', 'Location'],
  query: dryRunQuery,
  body: sentApp,
  appliedRules: DOCUMENT_RULES,
  answers: { 200: shownApp, 201: shownApp },
  errors: [
    'BAD_REQUEST',
    'MALFORMED_JSON',
    'FORBIDDEN',
    'VALIDATION_FAILED',
    'PAYLOAD_TOO_LARGE',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'UNAVAILABLE',
  ],
  async handle(request) {
    const read = readObject(request.rawBody)
    if (read.kind === 'refuse') return read
    const { mergeRequest } = openAccess(request.caller).rules
    const otherId = checkSameId(read.body, parseAppId(request.params.id ?? ''), mergeRequest)
    if (otherId) return otherId
    return writeApp(dependencies, request, { become: () => read.body, makesBelow: dependencies.base })
  },
})
