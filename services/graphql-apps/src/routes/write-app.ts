import { isDeepStrictEqual } from 'node:util'
import { type AppDocument, type Refusal, refuse } from '@sluice/contracts'
import { findOtherFixedId, formatPathId, newEtag } from '@sluice/documents'
import {
  type Answer,
  isDryRun,
  isThere,
  judgePreconditions,
  type Preconditions,
  readPreconditions,
  type ServiceRequest,
  type WriteClaim,
} from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { checkApp, refuseFaulty } from '../check-app.ts'
import { type AppAccess, openAccess, visibleFaults } from '../domain/app-access.ts'
import { etagOf, newAppId, parseAppId } from '../domain/app-identity.ts'
import type { AppRules } from '../domain/compile-app.ts'
import type { AuthorJudge } from '../judge-author.ts'
import type { AppId, AppRecord, AppStore } from '../ports/app-store.ts'
import { answerWritten, noSuchApp } from './app-answer.ts'
import { authorOf } from './app-author.ts'
import { settleApp } from './kept-app.ts'
import { refuseWrite } from './write-refusal.ts'

export type WriteApp = { appStore: AppStore; rules: AppRules; author: AuthorJudge }

export type AppEdit = {
  /** Makes what an app is to be out of what it is; out of nothing where one is to be made. */
  become(stored: Document | undefined): Document
  /** The path of the collection of apps, where an app is made that is not there; without it, it is missing. */
  makesBelow?: string
}

const MAX_TRIES = 5

/**
 * Puts another app in the place of a stored one, if the preconditions and the caller's `writeFilter` allow it. What it is to
 * be, with the fields that his permission sets, is checked whole; where it is refused, the old app stays live, and where it
 * is what it was, its version stays. Tried again where others write at that moment.
 */
export async function writeApp(
  dependencies: WriteApp,
  request: ServiceRequest,
  edit: AppEdit,
): Promise<Answer | Refusal> {
  const { params, caller } = request
  const access = openAccess(caller)
  const appId = parseAppId(params.id ?? '')
  const otherId = findOtherFixedId(appId, access.rules.mergeRequest)
  if (otherId) return otherId
  const conditions = readPreconditions(request)
  const write = { appId, access, caller, conditions, edit, isTrial: isDryRun(request), claim: request.claim }
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const answer = await writeOnce(dependencies, write)
    if (answer !== 'changed') return answer
  }
  return refuse('CONFLICT', 'The app is being changed by others at this moment. Try again.')
}

type AppWriting = {
  appId: AppId
  access: AppAccess
  caller: ServiceRequest['caller']
  conditions: Preconditions
  edit: AppEdit
  isTrial: boolean
  claim: WriteClaim | undefined
}

async function writeOnce(dependencies: WriteApp, write: AppWriting): Promise<Answer | Refusal | 'changed'> {
  const stored = await dependencies.appStore.find(write.appId, write.access.writable)
  const checked = checkWrite(dependencies, write, stored)
  if (checked.kind === 'refuse') return checked
  const app = { ...checked.app, _id: write.appId, _etag: newEtag() }
  if (!stored) return insert(dependencies, write, app)
  return isSame(stored, checked.app)
    ? answerSame(dependencies, write, stored)
    : replace(dependencies, write, { app, stored })
}

/** Says what the app is to be, or why nothing is written. */
function checkWrite(
  { rules, author }: WriteApp,
  { appId, access, caller, conditions, edit }: AppWriting,
  stored: Document | undefined,
): { kind: 'valid'; app: AppDocument } | Refusal {
  if (!stored && edit.makesBelow === undefined) return noSuchApp(String(appId))
  const unmet = judgePreconditions(conditions, stored && etagOf(stored))
  if (unmet) return unmet
  const input = { ...access.merge(edit.become(stored)), _id: undefined, _etag: undefined }
  const check = checkApp(input, { id: appId, rules, stored })
  if (check.kind === 'faulty') return refuseFaulty(stored ? visibleFaults(check.faults, access) : check.faults)
  return author.ofApp(check.app, caller, stored) ?? check
}

async function replace(
  { appStore }: WriteApp,
  { access, caller, conditions, isTrial, claim }: AppWriting,
  { app, stored }: { app: AppRecord; stored: Document },
): Promise<Answer | Refusal | 'changed'> {
  const expected = { expectedEtag: etagOf(stored), within: access.writable }
  const settle = settleApp(claim, app, false)
  const outcome = await appStore.replace(app, { ...expected, by: authorOf(caller), isDryRun: isTrial, settle })
  if (outcome === 'changed' && conditions.ifMatch?.kind !== 'versions') return 'changed'
  return outcome === 'written' ? answerWritten(app, appStore, { access, isDryRun: isTrial }) : refuseWrite(outcome, app)
}

/** Makes the app, unless there is one: of somebody else, or since a moment ago. */
async function insert(
  { appStore }: WriteApp,
  { appId, access, caller, conditions, edit, isTrial, claim }: AppWriting,
  app: AppRecord,
): Promise<Answer | Refusal | 'changed'> {
  const identity = newAppId(appId)
  if ('fault' in identity) return refuseFaulty([{ path: '_id', message: identity.fault }])
  const settle = settleApp(claim, app, true)
  const outcome = await appStore.insert(app, authorOf(caller), { isDryRun: isTrial, settle })
  if (outcome === 'id-taken' && conditions.mustBeNew) return isThere()
  if (outcome === 'id-taken' && (await appStore.find(appId, access.writable))) return 'changed'
  if (outcome !== 'written') return refuseWrite(outcome, app)
  const headers = { location: `${edit.makesBelow}/${formatPathId(appId)}` }
  return answerWritten(app, appStore, { access, status: 201, headers, isDryRun: isTrial })
}

function isSame({ _id: _, _etag: __, ...stored }: Document, { _id: ___, _etag: ____, ...app }: AppDocument): boolean {
  return isDeepStrictEqual(stored, app)
}

/**
 * A change that came to nothing may be one that was sent again: whoever is answered counts on it being live. Its answer is
 * kept all the same: a repeat may come when there is something to change.
 */
async function answerSame(
  { appStore }: WriteApp,
  { appId, access, isTrial, claim }: AppWriting,
  stored: Document,
): Promise<Answer | 'changed'> {
  const app = { ...stored, _id: appId }
  const settle = settleApp(claim, app, false)
  const expected = { expectedEtag: etagOf(stored), within: access.writable }
  if (settle && (await appStore.confirm(appId, { ...expected, settle })) === 'changed') return 'changed'
  if (!isTrial) await appStore.catchUp()
  return answerWritten(app, appStore, { access, isDryRun: isTrial })
}
