import { type Refusal, refuse } from '@sluice/contracts'
import { newEtag, readEtagCondition } from '@sluice/documents'
import type { Answer, Operation, ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { checkApp, refuseFaulty } from '../check-app.ts'
import { etagOf, parseAppId } from '../domain/app-identity.ts'
import type { AppRules } from '../domain/compile-app.ts'
import { patchApp } from '../domain/merge-patch.ts'
import type { AppStore } from '../ports.ts'
import { appAnswer, appShape, changedMeanwhile, isOtherVersion, noSuchApp, readObject } from './app-answer.ts'
import { refuseWrite } from './write-refusal.ts'

type Dependencies = { appStore: AppStore; rules: AppRules }

const MAX_TRIES = 5

/**
 * `PATCH /gql-apps/<id>`: a JSON merge patch; `schema` and `mappings` are replaced whole. The result is checked whole;
 * where it is refused, the old app stays live.
 */
export const updateApp = (dependencies: Dependencies): Operation => ({
  summary: 'Change a GraphQL app (JSON merge patch; schema and mappings as a whole)',
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  body: appShape.partial(),
  answers: { 200: appShape },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'UNAVAILABLE'],
  async handle(request) {
    const read = readObject(request.rawBody)
    if (read.kind === 'refuse') return read
    if (read.body._id !== undefined) {
      return refuseFaulty([{ path: '_id', message: 'The _id of an app never changes. Create another app.' }])
    }
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
      const answer = await update(dependencies, request, read.body)
      if (answer !== 'changed') return answer
    }
    return refuse('CONFLICT', 'The app is being changed by others at this moment. Try again.')
  },
})

async function update(
  { appStore, rules }: Dependencies,
  { params: { id = '' }, header }: ServiceRequest,
  patch: Document,
): Promise<Answer | Refusal | 'changed'> {
  const appId = parseAppId(id)
  const stored = await appStore.find(appId)
  if (!stored) return noSuchApp(id)
  const condition = readEtagCondition(header('if-match'))
  if (isOtherVersion(condition, stored)) return changedMeanwhile()

  const check = checkApp({ ...patchApp(stored, { ...patch, _etag: null }), _id: undefined }, rules)
  if (check.kind === 'faulty') return refuseFaulty(check.faults)

  const app = { ...check.app, _id: appId, _etag: newEtag() }
  const outcome = await appStore.replace(app, etagOf(stored))
  if (outcome === 'changed' && condition?.kind !== 'versions') return 'changed'
  return outcome === 'written' ? appAnswer(app, 200) : refuseWrite(outcome, app)
}
