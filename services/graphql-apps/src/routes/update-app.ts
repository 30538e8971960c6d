import { DOCUMENT_RULES } from '@sluice/contracts'
import { findPatchFault, mergePatch } from '@sluice/json'
import { dryRunQuery, type Operation } from '@sluice/service-kit'
import { refuseFaulty } from '../check-app.ts'
import type { AppRules } from '../domain/compile-app.ts'
import type { AuthorJudge } from '../judge-author.ts'
import type { AppStore } from '../ports/app-store.ts'
import { readObject } from './app-answer.ts'
import { appChange, shownApp } from './app-shape.ts'
import { writeApp } from './write-app.ts'

/** Given as a whole, never merged: a half-merged mapping is nobody's. */
const REPLACED_WHOLE = ['schema', 'mappings']

type Dependencies = { appStore: AppStore; rules: AppRules; author: AuthorJudge }

/** `PATCH /gql-apps/<id>`: a JSON merge patch; `schema` and `mappings` are replaced whole. */
export const updateApp = (dependencies: Dependencies): Operation => ({
  id: 'updateApp',
  tag: 'apps',
  summary: 'Change a GraphQL app (JSON merge patch; schema and mappings as a whole)',
  examples: { body: { descriptor: { enabled: false } } },
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  body: appChange,
  appliedRules: DOCUMENT_RULES,
  answers: { 200: shownApp },
  errors: [
    'MALFORMED_JSON',
    'FORBIDDEN',
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
    const fault = findPatchFault(read.body)
    if (fault) return refuseFaulty([fault])
    return writeApp(dependencies, request, { become: stored => mergePatch(stored ?? {}, read.body, REPLACED_WHOLE) })
  },
})
