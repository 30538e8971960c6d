import { DOCUMENT_RULES } from '@sluice/contracts'
import { formatPathId, newEtag } from '@sluice/documents'
import { dryRunQuery, isDryRun, type Operation } from '@sluice/service-kit'
import { checkNewApp, refuseFaulty } from '../check-app.ts'
import { openAccess } from '../domain/app-access.ts'
import type { AppRules } from '../domain/compile-app.ts'
import type { AuthorJudge } from '../judge-author.ts'
import type { AppStore } from '../ports/app-store.ts'
import { answerWritten, readObject } from './app-answer.ts'
import { authorOf } from './app-author.ts'
import { sentApp, shownApp } from './app-shape.ts'
import { refuseWrite } from './write-refusal.ts'

type Dependencies = { appStore: AppStore; rules: AppRules; author: AuthorJudge; base: string }

/** `POST /gql-apps`: 201 with the app, which is live here when the answer goes out. */
export const createApp = ({ appStore, rules, author, base }: Dependencies): Operation => ({
  id: 'createApp',
  tag: 'apps',
  summary: 'Create a GraphQL app; it is served at once',
  answerHeaders: ['ETag', 'Location'],
  query: dryRunQuery,
  body: sentApp,
  appliedRules: DOCUMENT_RULES,
  answers: { 201: shownApp },
  errors: ['MALFORMED_JSON', 'FORBIDDEN', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'CONFLICT', 'UNAVAILABLE'],
  async handle(request) {
    const { caller } = request
    const read = readObject(request.rawBody)
    if (read.kind === 'refuse') return read
    const access = openAccess(caller)
    const check = checkNewApp(access.merge(read.body), rules)
    if (check.kind === 'faulty') return refuseFaulty(check.faults)
    const refusal = author.ofApp(check.app, caller)
    if (refusal) return refusal

    const app = { ...check.app, _id: check.id, _etag: newEtag() }
    const isTrial = isDryRun(request)
    const outcome = await appStore.insert(app, authorOf(caller), { isDryRun: isTrial })
    if (outcome !== 'written') return refuseWrite(outcome, app)
    const headers = { location: `${base}/${formatPathId(app._id)}` }
    return answerWritten(app, appStore, { access, status: 201, headers, isDryRun: isTrial })
  },
})
