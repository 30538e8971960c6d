import { isDeepStrictEqual } from 'node:util'
import { type AccountableCaller, judgeAs } from '@sluice/access'
import type { ChangeLog } from '@sluice/change-log'
import { type AppDocument, DOCUMENT_RULES, type Refusal, refuse } from '@sluice/contracts'
import { type ServiceRequest, UnavailableError } from '@sluice/service-kit'
import type { Document, Namespace } from '@sluice/store'
import { readCaller } from './domain/bind/read-caller.ts'
import { type MappedRequest, mappedRequests } from './domain/mapped-requests.ts'
import { type AccessRules, UNSERVED } from './domain/rulings.ts'

type AuthorCaller = ServiceRequest['caller']

/**
 * Judges who decides what an app in endpoint mode shows: to everybody who may call it, by nobody's permission on the
 * collections. So its author needs permissions of his own to do all that it does, with no rule that narrows them.
 */
export type AuthorJudge = {
  /** @param before the stored app; switching it off needs nothing */
  ofApp(app: AppDocument, caller: AuthorCaller, before?: Document): Refusal | undefined
  /** Whether he may read all of a collection. */
  ofCollection(namespace: Namespace, caller: AuthorCaller): Refusal | undefined
}

type AuthorJudgeDependencies = {
  access(): Pick<AccessRules, 'acl' | 'pathOf'>
  changes: Pick<ChangeLog, 'isTrusted' | 'storeTime'>
}

export function createAuthorJudge({ access, changes }: AuthorJudgeDependencies): AuthorJudge {
  const openFor = (caller: AuthorCaller) => {
    if (!changes.isTrusted()) throw new UnavailableError('The permissions in force are not known.')
    return { ...access(), author: readCaller(caller, changes.storeTime()) }
  }
  return {
    ofApp(app, caller, before) {
      const showsAll = app.descriptor.access !== 'collections'
      if (caller.isRoot || !showsAll || isSwitchedOff(app, before)) return undefined
      const { acl, pathOf, author } = openFor(caller)
      const refused = mappedRequests(app, pathOf).flatMap(each => {
        const why = whyNot(each.request, acl, author)
        return why === undefined ? [] : [{ ...each, why }]
      })
      return refused.length === 0 ? undefined : refuseApp(refused)
    },
    ofCollection(namespace, caller) {
      if (caller.isRoot) return undefined
      const { acl, pathOf, author } = openFor(caller)
      const path = pathOf(namespace)
      const why = whyNot(path === undefined ? undefined : { method: 'GET', path }, acl, author)
      return why === undefined ? undefined : refuse('FORBIDDEN', `The collection "${namespace.collection}": ${why}`)
    },
  }
}

/** Whether a change does nothing but end the serving of an app. */
function isSwitchedOff(app: AppDocument, before: Document | undefined): boolean {
  if (!before || app.descriptor.enabled) return false
  const { _id: _, _etag: __, ...stored } = before
  const { _id: ___, _etag: ____, ...changed } = app
  const descriptor = typeof stored.descriptor === 'object' ? { ...stored.descriptor, enabled: false } : undefined
  return isDeepStrictEqual({ ...stored, descriptor }, changed)
}

type AuthorAcl = Parameters<typeof judgeAs>[1]

/** Why an author may not do this to all of a collection; undefined where he may. */
function whyNot(request: MappedRequest['request'], acl: AuthorAcl, author: AccountableCaller): string | undefined {
  if (request === undefined) return UNSERVED
  const judged = judgeAs(request, acl, author)
  if (judged.kind === 'refuse') return judged.detail
  const narrowing = DOCUMENT_RULES.find(rule => judged.rules[rule] !== undefined)
  return narrowing && `your permission for ${request.method} ${request.path} is narrowed by its ${narrowing}.`
}

const MAX_TOLD = 100

function refuseApp(refused: readonly (MappedRequest & { why: string })[]): Refusal {
  const errors = refused.slice(0, MAX_TOLD).map(({ place, namespace, why }) => ({
    path: place,
    message: `The collection "${namespace.collection}": ${why}`,
  }))
  const [first] = errors
  const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : ''
  const help = 'With descriptor.access "collections" each caller is judged by his own permissions instead.'
  return refuse(
    'FORBIDDEN',
    `This app shows more than you may. ${first?.path}: ${first?.message}${more} ${help}`,
    errors,
  )
}
