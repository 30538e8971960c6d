import type { Refusal } from '@sluice/contracts'
import { formatPathId, newEtag } from '@sluice/documents'
import { type Answer, isDryRun, type ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { checkNewApp, refuseFaulty } from '../check-app.ts'
import { openAccess } from '../domain/app-access.ts'
import { answerWritten } from './app-answer.ts'
import { authorOf } from './app-author.ts'
import { settleApp } from './kept-app.ts'
import type { WriteApp } from './write-app.ts'
import { refuseWrite } from './write-refusal.ts'

export type InsertApp = WriteApp & {
  /** The path of the collection of apps. */
  base: string
}

/** Makes an app that is not there yet. @param body the whole app, with its `_id` where it is to have a certain one */
export async function insertApp(
  { appStore, rules, author, base }: InsertApp,
  request: ServiceRequest,
  body: Document,
): Promise<Answer | Refusal> {
  const { caller } = request
  const access = openAccess(caller)
  const check = checkNewApp(access.merge(body), rules)
  if (check.kind === 'faulty') return refuseFaulty(check.faults)
  const refusal = author.ofApp(check.app, caller)
  if (refusal) return refusal

  const app = { ...check.app, _id: check.id, _etag: newEtag() }
  const isTrial = isDryRun(request)
  const outcome = await appStore.insert(app, authorOf(caller), {
    isDryRun: isTrial,
    settle: settleApp(request.claim, app, true),
  })
  if (outcome !== 'written') return refuseWrite(outcome, app)
  const headers = { location: `${base}/${formatPathId(app._id)}` }
  return answerWritten(app, appStore, { access, status: 201, headers, isDryRun: isTrial })
}
