import type { Operation } from '@sluice/service-kit'
import { refuseFaulty } from '../check-app.ts'
import type { AppRules } from '../domain/compile-app.ts'
import { isTooDeepPatch, patchApp } from '../domain/merge-patch.ts'
import type { AppStore } from '../ports.ts'
import { appShape, readObject } from './app-answer.ts'
import { replaceApp } from './replace-app.ts'

type Dependencies = { appStore: AppStore; rules: AppRules }

/** `PATCH /gql-apps/<id>`: a JSON merge patch; `schema` and `mappings` are replaced whole. */
export const updateApp = (dependencies: Dependencies): Operation => ({
  summary: 'Change a GraphQL app (JSON merge patch; schema and mappings as a whole)',
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  body: appShape.partial(),
  answers: { 200: appShape },
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'PAYLOAD_TOO_LARGE',
    'NOT_FOUND',
    'CONFLICT',
    'PRECONDITION_FAILED',
    'UNAVAILABLE',
  ],
  async handle(request) {
    const read = readObject(request.rawBody)
    if (read.kind === 'refuse') return read
    if (read.body._id !== undefined) {
      return refuseFaulty([{ path: '_id', message: 'The _id of an app never changes. Create another app.' }])
    }
    if (isTooDeepPatch(read.body)) {
      return refuseFaulty([{ path: '', message: 'The keys of the change reach deeper than an app is.' }])
    }
    return replaceApp(dependencies, request, stored => patchApp(stored, read.body))
  },
})
