import { judgeAs, type StandInRequest } from '@sluice/access'
import type { DocumentRules } from '@sluice/contracts'
import { type Visibility, visibilityOf } from '@sluice/documents'
import type { Document, Namespace } from '@sluice/store'
import { GraphQLError } from 'graphql'
import type { HoleCaller } from './model/hole.ts'

/** What a caller may read of a collection. */
export type CollectionRuling =
  | {
      kind: 'ruled'
      readFilter: Document | undefined
      visibility: Visibility
      /** The caller sees less than everybody: what a mapping asks by has to be looked at. */
      isNarrow: boolean
    }
  | { kind: 'refused'; error: GraphQLError }
export type Rulings = (namespace: Namespace) => CollectionRuling

/** Properties of a collection that nobody sees. */
type HiddenProperties = (namespace: Namespace) => readonly string[]
type RulingAcl = Parameters<typeof judgeAs>[1]

/** `descriptor.access: "endpoint"`: who may call the app reads what its mappings say. */
export function openRulings(hidden: HiddenProperties): Rulings {
  const known = new Map<string, CollectionRuling>()
  return namespace => {
    const key = `${namespace.db}/${namespace.collection}`
    const ruling = known.get(key) ?? openRuling(hidden(namespace))
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, ruling)
    return ruling
  }
}

/** Collections that are remembered. */
const MAX_KNOWN = 1_000
const openRuling = (hidden: readonly string[]): CollectionRuling => {
  return { kind: 'ruled', readFilter: undefined, visibility: { hidden }, isNarrow: false }
}

export type AccessRules = {
  acl: RulingAcl
  /** The path under which the REST interface serves a collection; undefined where it serves it under none. */
  pathOf(namespace: Namespace): string | undefined
  hidden: HiddenProperties
}

/** `descriptor.access: "collections"`: each collection is judged as the caller's `GET` of it would be. */
export function collectionRulings(rules: AccessRules, caller: HoleCaller): Rulings {
  const known = new Map<string, CollectionRuling>()
  return namespace => {
    const key = `${namespace.db}/${namespace.collection}`
    const ruling = known.get(key) ?? ruleOn(namespace, rules, caller)
    known.set(key, ruling)
    return ruling
  }
}

function ruleOn(
  namespace: Namespace,
  { pathOf, hidden: hiddenOf, acl }: AccessRules,
  caller: HoleCaller,
): CollectionRuling {
  const [path, hidden] = [pathOf(namespace), hiddenOf(namespace)]
  if (path === undefined) return caller.isRoot ? openRuling(hidden) : { kind: 'refused', error: unserved(namespace) }
  const judged = judgeField({ method: 'GET', path }, acl, caller)
  if (judged.kind === 'refused') return judged
  const { readFilter, projectResponse } = judged.rules
  const visibility = visibilityOf({ projectResponse }, hidden)
  return { kind: 'ruled', readFilter, visibility, isNarrow: projectResponse !== undefined }
}

/** What the caller's one permission for a request says, its variables filled; a refusal as an error of GraphQL. */
export function judgeField(
  question: StandInRequest,
  acl: RulingAcl,
  caller: HoleCaller,
): { kind: 'judged'; rules: DocumentRules } | { kind: 'refused'; error: GraphQLError } {
  const judged = judgeAs(question, acl, caller)
  if (judged.kind === 'judged') return judged
  return { kind: 'refused', error: new GraphQLError(judged.detail, { extensions: { code: judged.code } }) }
}

/** No permission reaches a collection that no path leads to: only the root role needs none. */
export const UNSERVED = 'no path of the service leads to it.'
export const unserved = ({ collection }: Namespace): GraphQLError =>
  forbidden(`The collection "${collection}": ${UNSERVED}`)

export const forbidden = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } })
