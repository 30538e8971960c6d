import { DOCUMENT_RULES, type Refusal } from '@sluice/contracts'
import { type Answer, type Operation, onlyOnce, type Repeats, type ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { refuseFaulty } from '../check-app.ts'
import { openAccess } from '../domain/app-access.ts'
import { newAppId } from '../domain/app-identity.ts'
import { readObject } from './app-answer.ts'
import { sentApp, shownApp } from './app-shape.ts'
import { appWriteQuery, readAppWriteMode } from './app-write-mode.ts'
import { type InsertApp, insertApp } from './insert-app.ts'
import { answerKept } from './kept-app.ts'
import { writeApp } from './write-app.ts'

/** `POST /gql-apps`: the app, which is live here when the answer goes out; with `?wm=` in the place of the one that is there. */
export const createApp = (dependencies: InsertApp & { repeats: Repeats }): Operation =>
  onlyOnce(createEachTime(dependencies), {
    repeats: dependencies.repeats,
    async replay(request, kept) {
      const chosen = readAppWriteMode(request, 'insert')
      return chosen.kind === 'refuse' ? chosen : answerKept(dependencies, request, kept)
    },
  })

const createEachTime = (dependencies: InsertApp): Operation => ({
  id: 'createApp',
  tag: 'apps',
  summary: 'Create a GraphQL app; it is served at once',
  answerHeaders: ['ETag', 'Location'],
  query: appWriteQuery,
  body: sentApp,
  appliedRules: DOCUMENT_RULES,
  answers: { 200: shownApp, 201: shownApp },
  errors: [
    'BAD_QUERY',
    'MALFORMED_JSON',
    'FORBIDDEN',
    'NOT_FOUND',
    'VALIDATION_FAILED',
    'PAYLOAD_TOO_LARGE',
    'CONFLICT',
    'UNAVAILABLE',
  ],
  async handle(request) {
    const chosen = readAppWriteMode(request, 'insert')
    if (chosen.kind === 'refuse') return chosen
    const read = readObject(request.rawBody)
    if (read.kind === 'refuse') return read
    const { _id = undefined } = openAccess(request.caller).merge(read.body)
    const isNew = chosen.mode === 'insert' || (chosen.mode === 'upsert' && _id === undefined)
    if (isNew) return insertApp(dependencies, request, read.body)
    return replaceNamed(dependencies, request, { body: read.body, _id, makes: chosen.mode === 'upsert' })
  },
})

type NamedApp = { body: Document; _id: unknown; makes: boolean }

/** Puts an app in the place of the one that it names itself. */
async function replaceNamed(
  dependencies: InsertApp,
  request: ServiceRequest,
  { body, _id, makes }: NamedApp,
): Promise<Answer | Refusal> {
  const named = _id === undefined ? { fault: MISSING } : newAppId(_id)
  if ('fault' in named) return refuseFaulty([{ path: '_id', message: named.fault }])
  const asIfAt = { ...request, params: { ...request.params, id: String(named.id) } }
  return writeApp(dependencies, asIfAt, {
    become: () => body,
    ...(makes && { makesBelow: dependencies.base }),
  })
}

const MISSING = 'It is missing: wm=update changes an app that is there. Send the _id of one.'
