import { type Refusal, refuse } from '@sluice/contracts'
import { findOtherFixedId, newEtag, readEtagCondition } from '@sluice/documents'
import type { Answer, ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { checkApp, refuseFaulty } from '../check-app.ts'
import { openAccess, visibleFaults } from '../domain/app-access.ts'
import { etagOf, parseAppId } from '../domain/app-identity.ts'
import type { AppRules } from '../domain/compile-app.ts'
import type { AuthorJudge } from '../judge-author.ts'
import type { AppStore } from '../ports/app-store.ts'
import { answerWritten, changedMeanwhile, isOtherVersion, noSuchApp } from './app-answer.ts'
import { refuseWrite } from './write-refusal.ts'

type Dependencies = { appStore: AppStore; rules: AppRules; author: AuthorJudge }
/** What an app is to be, after what it is. */
type Become = (stored: Document) => Document

const MAX_TRIES = 5

/**
 * Puts another app in the place of a stored one, if `If-Match` and the caller's `writeFilter` allow it. What it is to be,
 * with the fields that his permission sets, is checked whole; where it is refused, the old app stays live. Tried again where others write at that moment.
 */
export async function replaceApp(
  dependencies: Dependencies,
  request: ServiceRequest,
  become: Become,
): Promise<Answer | Refusal> {
  const otherId = findOtherFixedId(parseAppId(request.params.id ?? ''), openAccess(request.caller).rules.mergeRequest)
  if (otherId) return otherId
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const answer = await replaceOnce(dependencies, request, become)
    if (answer !== 'changed') return answer
  }
  return refuse('CONFLICT', 'The app is being changed by others at this moment. Try again.')
}

async function replaceOnce(
  { appStore, rules, author }: Dependencies,
  { params: { id = '' }, header, caller }: ServiceRequest,
  become: Become,
): Promise<Answer | Refusal | 'changed'> {
  const appId = parseAppId(id)
  const access = openAccess(caller)
  const { writable: within } = access
  const stored = await appStore.find(appId, within)
  if (!stored) return noSuchApp(id)
  const condition = readEtagCondition(header('if-match'))
  if (isOtherVersion(condition, stored)) return changedMeanwhile()

  const check = checkApp({ ...access.merge(become(stored)), _id: undefined, _etag: undefined }, rules, stored)
  if (check.kind === 'faulty') return refuseFaulty(visibleFaults(check.faults, access))
  const refusal = author.ofApp(check.app, caller, stored)
  if (refusal) return refusal

  const app = { ...check.app, _id: appId, _etag: newEtag() }
  const outcome = await appStore.replace(app, { expectedEtag: etagOf(stored), within, by: caller.principal.id })
  if (outcome === 'changed' && condition?.kind !== 'versions') return 'changed'
  return outcome === 'written' ? answerWritten(app, appStore, { access }) : refuseWrite(outcome, app)
}
