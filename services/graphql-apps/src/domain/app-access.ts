import { type FieldError, type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import {
  applyReadRules,
  applyWriteRules,
  etagVariant,
  mergeIntoDocument,
  planProjection,
  reachesHidden,
  readRules,
  type Visibility,
  visibilityOf,
} from '@sluice/documents'
import type { Document } from '@sluice/store'

/** What the permission of a caller lets him see and do of apps, as of the documents of any collection. */
export type AppAccess = {
  rules: GrantedRules
  visibility: Visibility
  /** Matches the apps that he can read. */
  readable: Document
  /** Matches the apps that he can change or delete. */
  writable: Document
  /** For the ETag of what he is shown. */
  variant: string
  /** The app less what is hidden from him. */
  show(app: Document): Document
  /** What he writes, with the fields that his permission sets. */
  merge(app: Document): Document
}

type RuledCaller = { permission: { rules: string | null } | null }

/** Reads the rules of a caller; the root role has no permission, and no rules. */
export function openAccess({ permission }: RuledCaller): AppAccess {
  const rules = readRules(permission?.rules ?? null)
  const visibility = visibilityOf(rules, [])
  const { shape } = planProjection(undefined, visibility)
  return {
    rules,
    visibility,
    readable: applyReadRules({}, rules),
    writable: applyWriteRules({}, rules),
    variant: etagVariant(rules),
    show: shape,
    merge: app => mergeIntoDocument(app, rules.mergeRequest),
  }
}

/** Fields out of which something else is made, so that it can't be shown to whom one of them is hidden. */
type AppSource = 'schema' | 'mappings' | 'documents'

/** @param what is made of the fields, as half a sentence: "The schema" */
export function refuseHiddenSource(
  what: string,
  sources: readonly AppSource[],
  access: AppAccess,
): Refusal | undefined {
  const hidden = sources.find(source => reachesHidden(source, access.visibility))
  if (hidden === undefined) return undefined
  const message = `${what} would show what stands in "${hidden}", which your permission hides.`
  return refuse('FIELD_HIDDEN', message, [{ path: hidden, message }])
}

/** Schema and mappings are checked against each other, so that a fault of one tells of the other. */
const SOURCES = ['schema', 'mappings']
const HIDDEN_FAULT = 'The app would be at fault in a part that is hidden from you. Ask somebody who can see it.'

/** Faults of a stored app with a change to it, less those that tell of what is hidden. There is always one left. */
export function visibleFaults(faults: readonly FieldError[], { visibility }: AppAccess): readonly FieldError[] {
  const hidesSource = SOURCES.some(source => reachesHidden(source, visibility))
  const isHiddenFault = ({ path }: FieldError) =>
    SOURCES.includes(path.split('.')[0] ?? '') ? hidesSource : path !== '' && reachesHidden(path, visibility)
  const visible = faults.filter(fault => !isHiddenFault(fault))
  return visible.length < faults.length ? [...visible, { path: '', message: HIDDEN_FAULT }] : visible
}
