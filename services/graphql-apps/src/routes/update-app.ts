import { DOCUMENT_RULES } from '@sluice/contracts'
import { findPatchFault, mergePatch } from '@sluice/json'
import type { Operation } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { refuseFaulty } from '../check-app.ts'
import { parseAppId } from '../domain/app-identity.ts'
import { readObject } from './app-answer.ts'
import { appChange, shownApp } from './app-shape.ts'
import { appWriteQuery, readAppWriteMode } from './app-write-mode.ts'
import { type InsertApp, insertApp } from './insert-app.ts'
import { writeApp } from './write-app.ts'

/** Given as a whole, never merged: a half-merged mapping is nobody's. */
const REPLACED_WHOLE = ['schema', 'mappings']

/** `PATCH /gql-apps/<id>`: a JSON merge patch; `schema` and `mappings` are replaced whole. */
export const updateApp = (dependencies: InsertApp): Operation => ({
  id: 'updateApp',
  tag: 'apps',
  summary: 'Change a GraphQL app (JSON merge patch; schema and mappings as a whole)',
  examples: { body: { descriptor: { enabled: false } } },
  headers: ['If-Match'],
  answerHeaders: ['ETag', 'Location'],
  query: appWriteQuery,
  body: appChange,
  appliedRules: DOCUMENT_RULES,
  answers: { 200: shownApp, 201: shownApp },
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
    const chosen = readAppWriteMode(request, 'update')
    if (chosen.kind === 'refuse') return chosen
    const read = readObject(request.rawBody)
    if (read.kind === 'refuse') return read
    if (read.body._id !== undefined) {
      return refuseFaulty([{ path: '_id', message: 'The _id of an app never changes. Create another app.' }])
    }
    const fault = findPatchFault(read.body)
    if (fault) return refuseFaulty([fault])
    const become = (stored: Document | undefined) => mergePatch(stored ?? {}, read.body, REPLACED_WHOLE)
    if (chosen.mode === 'insert') {
      return insertApp(dependencies, request, { ...become(undefined), _id: parseAppId(request.params.id ?? '') })
    }
    return writeApp(dependencies, request, {
      become,
      ...(chosen.mode === 'upsert' && { makesBelow: dependencies.base }),
    })
  },
})
