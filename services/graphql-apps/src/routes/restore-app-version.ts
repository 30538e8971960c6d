import { DOCUMENT_RULES } from '@sluice/contracts'
import { allOf } from '@sluice/documents'
import { dryRunQuery, type Operation } from '@sluice/service-kit'
import { openAccess } from '../domain/app-access.ts'
import type { AppRules } from '../domain/compile-app.ts'
import type { AuthorJudge } from '../judge-author.ts'
import type { AppStore } from '../ports/app-store.ts'
import { shownApp } from './app-shape.ts'
import { findVersion } from './show-app-version.ts'
import { writeApp } from './write-app.ts'

type Dependencies = { appStore: AppStore; rules: AppRules; author: AuthorJudge }

/**
 * `POST /gql-apps/<id>/versions/<version>/restore`: the app is again what it was, as its next version. The caller must be
 * one who could read and change it as it was, as well as it is.
 */
export const restoreAppVersion = (dependencies: Dependencies): Operation => ({
  id: 'restoreAppVersion',
  tag: 'apps',
  summary: 'Make a GraphQL app what it was; it is checked like any other change, and becomes a new version',
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  appliedRules: DOCUMENT_RULES,
  answers: { 200: shownApp },
  errors: ['FORBIDDEN', 'VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNAVAILABLE'],
  async handle(request) {
    const { readable, writable } = openAccess(request.caller)
    const kept = await findVersion(dependencies.appStore, request.params, allOf(readable, writable))
    return kept.kind === 'refuse' ? kept : writeApp(dependencies, request, { become: () => kept.app })
  },
})
