import type { Operation } from '@sluice/service-kit'
import type { AppRules } from '../domain/compile-app.ts'
import type { AppStore } from '../ports.ts'
import { appShape } from './app-answer.ts'
import { replaceApp } from './replace-app.ts'
import { findVersion } from './show-version.ts'

type Dependencies = { appStore: AppStore; rules: AppRules }

/** `POST /gql-apps/<id>/versions/<version>/restore`: the app is again what it was, as its next version. */
export const restoreVersion = (dependencies: Dependencies): Operation => ({
  summary: 'Make a GraphQL app what it was; it is checked like any other change, and becomes a new version',
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  answers: { 200: appShape },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNAVAILABLE'],
  async handle(request) {
    const kept = await findVersion(dependencies.appStore, request.params)
    return kept.kind === 'refuse' ? kept : replaceApp(dependencies, request, () => kept.app)
  },
})
